'use client';
import { useCallback, useRef, useState } from 'react';
import type { CallRow } from '../../server/contract/call.ts';
import { useKnownFindings } from '../data/queries.ts';
import { useUrlState } from '../data/url-state.ts';
import { PendingChanges, SpacerRow } from '../ui/list-parts.tsx';
import { useHeight } from '../ui/use-height.ts';
import { useHeldOrder } from '../ui/use-held-order.ts';
import { useKeys } from '../ui/use-keys.ts';
import { useRowSteps } from '../ui/use-row-steps.ts';
import { useRowWindow } from '../ui/use-row-window.ts';
import { CallDetail } from './call-detail.tsx';
import { CallTableRow } from './call-table-row.tsx';
import { causeHrefOf } from './call-words.ts';
import { CallsHead, COLUMN_COUNT } from './calls-head.tsx';
import type { CallSort } from './sort-calls.ts';

interface CallsTableProps {
  readonly inFlight: readonly CallRow[];
  readonly others: readonly CallRow[];
  /** What decides the order: when a person changes it, rows move at once. */
  readonly order: string;
  readonly sort: CallSort;
}

/** As in calls.css: one line, and three lines in a narrow window. */
const ROW_PX = { rowPx: 29, narrowRowPx: 68, narrowUpTo: 1_120 } as const;
const keyOf = ({ id }: CallRow) => id;
const rowId = (index: number) => `call-row-${index}`;

const SORT_WORDS: Readonly<Record<CallSort, string>> = {
  began: 'Newest first',
  duration: 'Longest first',
  usual: 'Farthest from usual first',
};

/** Calls in flight as a block of their own, then the others. Only the rows in sight exist once the list is long. */
export function CallsTable({ inFlight, others, order, sort }: CallsTableProps) {
  const url = useUrlState();
  const findings = useKnownFindings();
  const body = useRef<HTMLTableSectionElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const openId = url.get('call');
  const isReading = cursor !== null || openId !== null;
  const { rows, pending, release } = useHeldOrder(others, keyOf, { filter: order, isReading });
  const [detailRef, detailPx] = useHeight();
  const openIndex = rows.findIndex(({ id }) => id === openId);
  const view = useRowWindow({
    count: rows.length,
    body,
    rowId: (index) => rowId(inFlight.length + index),
    ...ROW_PX,
    ...(openIndex === -1 ? {} : { opened: { index: openIndex, px: detailPx } }),
  });
  const count = inFlight.length + rows.length;
  const reveal = (index: number) => {
    if (index >= inFlight.length) view.reveal(index - inFlight.length);
    else document.getElementById(rowId(index))?.scrollIntoView({ block: 'nearest' });
  };
  useRowSteps({ count, cursor, onMove: setCursor, reveal, rowId });
  useKeys({ esc: () => url.set({ call: null }) });
  const { set } = url;
  const toggle = useCallback((id: string | null) => set({ call: id }), [set]);
  const toRow = (call: CallRow, index: number) => {
    const isOpen = call.id === openId;
    return (
      <CallTableRow
        key={call.id}
        call={call}
        id={rowId(index)}
        rowIndex={index + 2}
        isOpen={isOpen}
        causeHref={call.cause === null ? null : causeHrefOf(call, findings)}
        onFocus={() => setCursor(index)}
        onBlur={() => setCursor(null)}
        onToggle={() => toggle(isOpen ? null : call.id)}
      >
        {isOpen && <CallDetail call={call} measure={detailRef} />}
      </CallTableRow>
    );
  };
  return (
    <div className="calls-frame card">
      <PendingChanges count={pending} where="the list" onShow={release} />
      <table className="calls-table live-data" aria-rowcount={count + 1}>
        <CallsHead sort={sort} />
        <tbody>
          <Group title="In flight" count={inFlight.length} />
          {inFlight.map(toRow)}
          {inFlight.length === 0 && (
            <tr className="calls-none">
              <td colSpan={COLUMN_COUNT}>No call is waiting for the runtime.</td>
            </tr>
          )}
        </tbody>
        <tbody ref={body}>
          <Group title={SORT_WORDS[sort]} count={rows.length} />
          <SpacerRow px={view.before} columns={COLUMN_COUNT} />
          {rows
            .slice(view.from, view.to)
            .map((call, offset) => toRow(call, inFlight.length + view.from + offset))}
          <SpacerRow px={view.after} columns={COLUMN_COUNT} />
        </tbody>
      </table>
    </div>
  );
}

function Group({ title, count }: { title: string; count: number }) {
  return (
    <tr className="calls-group">
      <th scope="rowgroup" colSpan={COLUMN_COUNT}>
        {title} <span className="num">{count}</span>
      </th>
    </tr>
  );
}
