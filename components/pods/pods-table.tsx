'use client';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { podKey } from '../../server/contract/live.ts';
import type { PodRow } from '../../server/contract/pod.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { useHeldOrder } from '../ui/use-held-order.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useRowWindow } from '../ui/use-row-window.ts';
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
  const body = useRef<HTMLTableSectionElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const { rows, pending, release } = useHeldOrder(pods, podKey, {
    filter,
    isReading: cursor !== null,
  });
  const view = useRowWindow({ count: rows.length, body, rowId, ...ROW_PX });
  const moveTo = (index: number) => {
    const next = Math.min(Math.max(index, 0), rows.length - 1);
    setCursor(next);
    view.reveal(next);
    // The row may have to be made first.
    requestAnimationFrame(() =>
      document.getElementById(rowId(next))?.focus({ preventScroll: true }),
    );
  };
  useKeys({
    j: () => moveTo(cursor === null ? 0 : cursor + 1),
    k: () => moveTo(cursor === null ? 0 : cursor - 1),
  });
  const hrefOf = podHrefsOf(pods);
  return (
    <div className="pods-frame card">
      {pending > 0 && (
        <button type="button" className="pill" onClick={release}>
          {pending} {pending === 1 ? 'change' : 'changes'} in the order – show
        </button>
      )}
      <table className="pods-table live-data" aria-rowcount={rows.length + 1}>
        <PodsHead />
        <tbody ref={body}>
          {view.before > 0 && <Spacer height={view.before} />}
          {rows.slice(view.from, view.to).map((pod, offset) => (
            <PodTableRow
              key={podKey(pod)}
              pod={pod}
              id={rowId(view.from + offset)}
              rowIndex={view.from + offset + 2}
              onFocus={() => setCursor(view.from + offset)}
              onBlur={() => setCursor(null)}
              href={hrefOf(pod)}
              onOpen={() => router.push(hrefOf(pod))}
            />
          ))}
          {view.after > 0 && <Spacer height={view.after} />}
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

const rowId = (index: number) => `pod-row-${index}`;

function Spacer({ height }: { height: number }) {
  return (
    <tr aria-hidden className="spacer">
      <td colSpan={7} height={height} />
    </tr>
  );
}

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
