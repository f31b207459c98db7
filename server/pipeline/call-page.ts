import type { CallRow } from '../contract/call.ts';
import { millis } from './time.ts';

/** One page of the rows. */
export interface CallPage {
  readonly calls: readonly CallRow[];
  /** Names the last row that was given; null at the end. */
  readonly next: CallMark | null;
}

/** A place in the list: a row, and its time for when that row is no more. */
export interface CallMark {
  readonly id: string;
  readonly atMs: number;
}

function heardAtMs(row: CallRow): number {
  return millis(row.endedAt) ?? millis(row.beganAt) ?? 0;
}

function indexAfter(rows: readonly CallRow[], mark: CallMark): number {
  const index = rows.findIndex((row) => row.id === mark.id);
  if (index >= 0) return index + 1;
  // The row has gone, or was in flight and has ended since: go on with what is older than it.
  const older = rows.findIndex((row) => row.outcome !== 'in-flight' && heardAtMs(row) < mark.atMs);
  return older < 0 ? rows.length : older;
}

/** The rows behind `after`, at most `limit` of them. */
export function pageOfCalls(
  rows: readonly CallRow[],
  after: CallMark | null,
  limit: number,
): CallPage {
  const from = after === null ? 0 : indexAfter(rows, after);
  const calls = rows.slice(from, from + limit);
  const last = calls.at(-1);
  const hasMore = from + calls.length < rows.length;
  return {
    calls,
    next: hasMore && last !== undefined ? { id: last.id, atMs: heardAtMs(last) } : null,
  };
}
