'use client';
import { useRouter } from 'next/navigation';
import { podKey } from '../../server/contract/live.ts';
import type { PodRow } from '../../server/contract/pod.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { PendingChanges, SpacerRow } from '../ui/list-parts.tsx';
import { useRowList } from '../ui/use-row-list.ts';
import { PodTableRow } from './pod-table-row.tsx';

interface PodsTableProps {
  readonly pods: readonly PodRow[];
  readonly filter: string;
  /** Rows that fit and are not in the first view. */
  readonly cutCount: number;
}

/** The pods as rows. Only the rows in sight exist once the list is long. */
export function PodsTable({ pods, filter, cutCount }: PodsTableProps) {
  const router = useRouter();
  const list = useRowList(pods, { keyOf: podKey, rowId, filter, px: ROW_PX });
  const { rows, view } = list;
  const hrefOf = podHrefsOf(pods);
  return (
    <div className="pods-frame card">
      <PendingChanges count={list.pending} where="the order" onShow={list.release} />
      <table className="pods-table live-data" aria-rowcount={rows.length + 1}>
        <PodsHead />
        <tbody ref={list.body}>
          <SpacerRow px={view.before} columns={COLUMN_COUNT} />
          {list.shown.map(({ row: pod, index }) => (
            <PodTableRow
              key={podKey(pod)}
              pod={pod}
              id={rowId(index)}
              rowIndex={index + 2}
              {...list.focusOf(index)}
              href={hrefOf(pod)}
              onOpen={() => router.push(hrefOf(pod))}
            />
          ))}
          <SpacerRow px={view.after} columns={COLUMN_COUNT} />
        </tbody>
      </table>
      {cutCount > 0 && (
        <noscript>
          <p className="pods-cut muted">
            {cutCount} more pods fit: narrow the filter to see them without scripts.
          </p>
        </noscript>
      )}
    </div>
  );
}

/** As in pods.css: one line, and three lines on a phone. */
const ROW_PX = { rowPx: 29, narrowRowPx: 68, narrowUpTo: 720 } as const;

const COLUMN_COUNT = 7;

const rowId = (index: number) => `pod-row-${index}`;

function PodsHead() {
  return (
    <thead>
      <tr>
        <th scope="col" className="col-state">
          <span className="only-screen-reader">State</span>
        </th>
        <th scope="col" className="col-pod">
          Pod
        </th>
        <th scope="col" className="col-stages">
          Stages
        </th>
        <th scope="col" className="col-verdict">
          Verdict
        </th>
        <th scope="col" className="col-number">
          Since
        </th>
        <th scope="col" className="col-number">
          Attempt
        </th>
        <th scope="col" className="col-number">
          Ready
        </th>
      </tr>
    </thead>
  );
}
