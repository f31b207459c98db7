'use client';
import { type RefObject, useRef, useState } from 'react';
import { useHeldOrder } from './use-held-order.ts';
import { useRowSteps } from './use-row-steps.ts';
import { type RowWindow, useRowWindow } from './use-row-window.ts';

interface RowListOptions<Row> {
  /** The same function at every render. */
  readonly keyOf: (row: Row) => string;
  readonly rowId: (index: number) => string;
  /** What decides which rows there are, and their order: when a person changes it, rows move at once. */
  readonly filter: string;
  /** Heights as the style sheet has them. */
  readonly px: {
    readonly rowPx: number;
    readonly narrowRowPx: number;
    readonly narrowUpTo: number;
  };
}

interface RowList<Row> {
  /** For the element around the rows. */
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** The rows to make, and where each stands among all. */
  readonly shown: readonly { readonly row: Row; readonly index: number }[];
  readonly rows: readonly Row[];
  readonly view: RowWindow;
  /** Rows that would stand elsewhere by now. */
  readonly pending: number;
  readonly release: () => void;
  readonly focusOf: (index: number) => {
    readonly onFocus: () => void;
    readonly onBlur: () => void;
  };
}

/** A long list of rows: those in sight exist, they hold still while somebody reads, and j and k go through them. */
export function useRowList<Row>(
  sorted: readonly Row[],
  { keyOf, rowId, filter, px }: RowListOptions<Row>,
): RowList<Row> {
  const body = useRef<HTMLTableSectionElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const isReading = cursor !== null;
  const { rows, pending, release } = useHeldOrder(sorted, keyOf, { filter, isReading });
  const view = useRowWindow({ count: rows.length, body, rowId, ...px });
  useRowSteps({ count: rows.length, cursor, onMove: setCursor, reveal: view.reveal, rowId });
  const shown = rows
    .slice(view.from, view.to)
    .map((row, offset) => ({ row, index: view.from + offset }));
  const focusOf = (index: number) => ({
    onFocus: () => setCursor(index),
    onBlur: () => setCursor(null),
  });
  return { body, shown, rows, view, pending, release, focusOf };
}
