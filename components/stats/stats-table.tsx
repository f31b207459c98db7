'use client';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { ContainerStats, PodStats } from '../../server/contract/stats.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { StateLink } from '../data/state-link.tsx';
import { useHeldOrder } from '../ui/use-held-order.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useRowWindow } from '../ui/use-row-window.ts';
import type { StatsSort } from './stats-query.ts';
import { StatsTableRow } from './stats-table-row.tsx';

interface StatsTableProps {
  readonly rows: readonly ContainerStats[];
  readonly pods: readonly PodStats[];
  readonly sort: StatsSort;
  readonly filter: string;
}

/** As in stats.css: one line, and two lines in a narrow window. */
const ROW_PX = { rowPx: 29, narrowRowPx: 52, narrowUpTo: 1_000 } as const;
const keyOf = ({ containerId }: ContainerStats) => containerId;
const rowId = (index: number) => `stats-row-${index}`;

/** Containers as rows. Only the rows in sight exist once the list is long. */
export function StatsTable({ rows: sorted, pods, sort, filter }: StatsTableProps) {
  const router = useRouter();
  const body = useRef<HTMLTableSectionElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const { rows, pending, release } = useHeldOrder(sorted, keyOf, {
    filter: `${sort} ${filter}`,
    isReading: cursor !== null,
  });
  const view = useRowWindow({ count: rows.length, body, rowId, ...ROW_PX });
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    setCursor(next);
    view.reveal(next);
    const focus = () => document.getElementById(rowId(next))?.focus({ preventScroll: true });
    // At once, for the key that follows; again once a row that has to be made is there.
    focus();
    requestAnimationFrame(focus);
  };
  useKeys({
    j: () => moveTo(cursor === null ? 0 : cursor + 1),
    k: () => moveTo(cursor === null ? 0 : cursor - 1),
  });
  const hrefOf = podHrefsOf(pods);
  const toHref = (row: ContainerStats) => {
    const href = hrefOf({ namespace: row.namespace, name: row.pod, uid: row.podUid });
    const params = new URLSearchParams({ container: row.container, tab: 'stats' });
    return `${href}${href.includes('?') ? '&' : '?'}${params}`;
  };
  return (
    <div className="stats-frame card">
      {pending > 0 && (
        <button type="button" className="pill" onClick={release}>
          {pending} {pending === 1 ? 'change' : 'changes'} in the order – show
        </button>
      )}
      <table className="stats-table live-data" aria-rowcount={rows.length + 1}>
        <StatsHead sort={sort} />
        <tbody ref={body}>
          {view.before > 0 && <Spacer height={view.before} />}
          {rows.slice(view.from, view.to).map((row, offset) => (
            <StatsTableRow
              key={row.containerId}
              row={row}
              id={rowId(view.from + offset)}
              rowIndex={view.from + offset + 2}
              href={toHref(row)}
              onFocus={() => setCursor(view.from + offset)}
              onBlur={() => setCursor(null)}
              onOpen={() => router.push(toHref(row))}
            />
          ))}
          {view.after > 0 && <Spacer height={view.after} />}
        </tbody>
      </table>
    </div>
  );
}

const COLUMNS = [
  { className: 'col-container', sorts: [{ id: 'name', label: 'Container' }] },
  {
    className: 'col-figure',
    sorts: [
      { id: 'cpu', label: 'CPU' },
      { id: 'cpu-limit', label: 'of limit' },
    ],
  },
  { className: 'col-number col-throttled', sorts: [{ id: 'throttled', label: 'Throttled' }] },
  {
    className: 'col-figure',
    sorts: [
      { id: 'memory', label: 'Memory' },
      { id: 'memory-limit', label: 'of limit' },
    ],
  },
  { className: 'col-number col-oom', sorts: [{ id: 'oom', label: 'OOM' }] },
  { className: 'col-number col-rate', sorts: [{ id: 'received', label: 'Pod in' }] },
  { className: 'col-number col-rate', sorts: [{ id: 'sent', label: 'Pod out' }] },
  { className: 'col-number col-processes', sorts: [{ id: 'processes', label: 'Processes' }] },
] as const satisfies readonly {
  readonly className: string;
  readonly sorts: readonly { readonly id: StatsSort; readonly label: string }[];
}[];

function StatsHead({ sort }: { sort: StatsSort }) {
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ className, sorts }) => (
          <th
            key={sorts[0].id}
            scope="col"
            className={className}
            aria-sort={sorts.some(({ id }) => id === sort) ? 'descending' : undefined}
          >
            {sorts.map(({ id, label }) => (
              <StateLink
                key={id}
                className="sort"
                change={{ sort: id === 'cpu' ? null : id }}
                aria-current={id === sort ? 'true' : undefined}
                title={`Order by ${label}`}
              >
                {label}
              </StateLink>
            ))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden className="spacer">
      <td colSpan={COLUMNS.length} height={height} />
    </tr>
  );
}
