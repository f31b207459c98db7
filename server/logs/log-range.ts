import type { logCursor } from '../contract/log-words.ts';
import { findPosition } from './find-position.ts';
import type { LogBytes } from './log-bytes.ts';
import { LogError } from './log-error.ts';
import type { LogQuestion } from './log-question.ts';
import { seekTime } from './seek-time.ts';

/** What of a log is to be read, and from which end. */
export interface LogRange {
  readonly from: number;
  readonly to: number;
  readonly direction: 'backward' | 'forward';
  /** Lines at most. */
  readonly lines: number;
}

const CURSOR = /^(before|from|after):([0-9a-z.]{1,64})$/;
/** Lines of a page that nobody sized. */
const DEFAULT_TAIL = 1_000;

async function placeOf(log: LogBytes, cursor: string): Promise<[keyof typeof logCursor, number]> {
  const [, side, offset] = CURSOR.exec(cursor) ?? [];
  if (side === undefined || offset === undefined) {
    throw new LogError('bad-question', 'the cursor is not one of ours');
  }
  const { place, end } = await findPosition(log, offset);
  return [side as keyof typeof logCursor, side === 'after' ? end : place];
}

/** Turns times and cursor into places of the log: only the looks that halving takes are read. */
export async function toRange(log: LogBytes, question: LogQuestion): Promise<LogRange> {
  const { sinceMs, untilMs, cursor, tail } = question;
  let from = sinceMs === null ? 0 : await seekTime(log, { ms: sinceMs, ns: 0 });
  let to = untilMs === null ? log.sizeBytes : await seekTime(log, { ms: untilMs, ns: 0 });
  let direction: LogRange['direction'] = sinceMs !== null && tail === null ? 'forward' : 'backward';
  if (cursor !== null) {
    const [side, place] = await placeOf(log, cursor);
    direction = side === 'before' ? 'backward' : 'forward';
    if (side === 'before') to = Math.min(to, place);
    else from = Math.max(from, place);
  }
  const lines = direction === 'forward' ? (tail ?? question.limit) : (tail ?? DEFAULT_TAIL);
  return { from, to: Math.max(from, to), direction, lines };
}
