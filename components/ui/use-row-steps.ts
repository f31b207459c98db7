'use client';
import { useKeys } from './use-keys.ts';

interface RowSteps {
  readonly count: number;
  /** The row that has the focus; null: none. */
  readonly cursor: number | null;
  readonly onMove: (index: number) => void;
  /** Brings a row into sight that may not exist yet. */
  readonly reveal: (index: number) => void;
  readonly rowId: (index: number) => string;
}

/** The keys j and k go from row to row; the row's own element takes the focus, and with it the keys that follow. */
export function useRowSteps({ count, cursor, onMove, reveal, rowId }: RowSteps): void {
  const moveTo = (index: number) => {
    if (count === 0) return;
    const next = Math.min(Math.max(index, 0), count - 1);
    onMove(next);
    reveal(next);
    const focus = () => document.getElementById(rowId(next))?.focus({ preventScroll: true });
    // At once, for the key that follows; again once a row that has to be made is there.
    focus();
    requestAnimationFrame(focus);
  };
  useKeys({
    j: () => moveTo(cursor === null ? 0 : cursor + 1),
    k: () => moveTo(cursor === null ? 0 : cursor - 1),
  });
}
