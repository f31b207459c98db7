import Link from 'next/link';
import { type MouseEvent, memo } from 'react';
import type { ContainerStats, Measured } from '../../server/contract/stats.ts';
import { Cut } from '../ui/cut.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { formatCores, formatMemory, formatRate, formatShare, isNumber } from './stat-words.ts';
import { shareOf } from './stats-query.ts';

/** 60 points: as many as are asked for. */
const SLOTS = 60;
/** From here on a limit is near. */
const NEAR_LIMIT = 0.9;
const NOT_YET: Measured = { missing: 'not measured yet' };

interface StatsTableRowProps {
  readonly row: ContainerStats;
  readonly id: string;
  readonly rowIndex: number;
  readonly href: string;
  readonly onFocus: () => void;
  readonly onBlur: () => void;
  readonly onOpen: () => void;
}

/** One container: who it is, what it uses, of what it may use. */
export const StatsTableRow = memo(
  function StatsTableRow({ row, id, rowIndex, href, ...on }: StatsTableRowProps) {
    const { latest, recent, cpuLimitCores, memoryLimitBytes } = row;
    const onClick = (event: MouseEvent) => {
      const isOnLink = event.target instanceof Element && event.target.closest('a') !== null;
      if (!isOnLink && window.getSelection()?.isCollapsed !== false) on.onOpen();
    };
    return (
      <tr aria-rowindex={rowIndex} onClick={onClick}>
        <td className="col-container">
          <div className="stats-name">
            <Link id={id} href={href} prefetch={false} onFocus={on.onFocus} onBlur={on.onBlur}>
              <Cut text={row.container} />
            </Link>
            <span className="muted stats-pod">
              <Cut text={`${row.namespace}/${row.pod}`} />
            </span>
          </div>
        </td>
        <Figure
          value={latest?.cpuCores ?? NOT_YET}
          limit={cpuLimitCores}
          points={recent?.cpuCores ?? []}
          format={formatCores}
          name="CPU"
        />
        <Cell
          className="col-throttled"
          value={latest?.cpuThrottledRatio ?? NOT_YET}
          format={formatShare}
          name="Throttled"
          isBad={(share) => share > 0.25}
        />
        <Figure
          value={latest?.memoryWorkingSetBytes ?? NOT_YET}
          limit={memoryLimitBytes}
          points={recent?.memoryWorkingSetBytes ?? []}
          format={formatMemory}
          name="Memory"
        />
        <Cell
          className="col-oom"
          value={latest?.oomKills ?? NOT_YET}
          format={String}
          name="OOM kills"
          isBad={(count) => count > 0}
        />
        <Cell
          className="col-rate"
          value={latest?.receivedBytesPerSecond ?? NOT_YET}
          format={formatRate}
          name="Pod in"
        />
        <Cell
          className="col-rate"
          value={latest?.sentBytesPerSecond ?? NOT_YET}
          format={formatRate}
          name="Pod out"
        />
        <Cell
          className="col-processes"
          value={latest?.processes ?? NOT_YET}
          format={String}
          name="Processes"
        />
      </tr>
    );
  },
  (before, after) =>
    before.row === after.row && before.id === after.id && before.href === after.href,
);

interface FigureProps {
  readonly value: Measured;
  readonly limit: number | null;
  readonly points: readonly (number | null)[];
  readonly format: (value: number) => string;
  readonly name: string;
}

/** A figure, its last minutes, and how much of its limit it is. */
function Figure({ value, limit, points, format, name }: FigureProps) {
  const share = isNumber(value) ? shareOf(value, limit) : null;
  return (
    <td className="col-figure" data-near={share !== null && share >= NEAR_LIMIT ? '' : undefined}>
      <div className="stats-figure" title={limit === null ? 'no limit' : `limit ${format(limit)}`}>
        <span className="num stats-value">
          <Value value={value} format={format} name={name} />
        </span>
        <Sparkline points={points} slots={SLOTS} top={null} />
        <span className="num stats-share">{share === null ? '' : formatShare(share)}</span>
      </div>
    </td>
  );
}

interface CellProps {
  readonly className: string;
  readonly value: Measured;
  readonly format: (value: number) => string;
  readonly name: string;
  readonly isBad?: (value: number) => boolean;
}

function Cell({ className, value, format, name, isBad }: CellProps) {
  const tone = isNumber(value) && isBad?.(value) === true ? ' tone-fail' : '';
  return (
    <td className={`num col-number ${className}${tone}`} data-name={name}>
      <Value value={value} format={format} name={name} />
    </td>
  );
}

/** What is not measured says why, and is never 0. */
function Value({ value, format, name }: Pick<CellProps, 'value' | 'format' | 'name'>) {
  if (isNumber(value)) return format(value);
  return (
    <span className="faint" title={value.missing}>
      –<span className="only-screen-reader">{` ${name} ${value.missing}`}</span>
    </span>
  );
}
