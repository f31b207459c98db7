'use client';
import { useRouter } from 'next/navigation';
import type { ContainerStats, PodStats } from '../../server/contract/stats.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { StateLink } from '../data/state-link.tsx';
import { PendingChanges, SpacerRow } from '../ui/list-parts.tsx';
import { useRowList } from '../ui/use-row-list.ts';
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
  const list = useRowList(sorted, { keyOf, rowId, filter: `${sort} ${filter}`, px: ROW_PX });
  const { rows, view } = list;
  const hrefOf = podHrefsOf(pods);
  const toHref = (row: ContainerStats) => {
    const href = hrefOf({ namespace: row.namespace, name: row.pod, uid: row.podUid });
    const params = new URLSearchParams({ container: row.container, tab: 'stats' });
    return `${href}${href.includes('?') ? '&' : '?'}${params}`;
  };
  return (
    <div className="stats-frame card">
      <PendingChanges count={list.pending} where="the order" onShow={list.release} />
      <table className="stats-table live-data" aria-rowcount={rows.length + 1}>
        <StatsHead sort={sort} />
        <tbody ref={list.body}>
          <SpacerRow px={view.before} columns={COLUMNS.length} />
          {list.shown.map(({ row, index }) => (
            <StatsTableRow
              key={row.containerId}
              row={row}
              id={rowId(index)}
              rowIndex={index + 2}
              href={toHref(row)}
              {...list.focusOf(index)}
              onOpen={() => router.push(toHref(row))}
            />
          ))}
          <SpacerRow px={view.after} columns={COLUMNS.length} />
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
