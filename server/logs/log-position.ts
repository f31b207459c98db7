import { type LogTime, parseLogTime } from './log-time.ts';

/** Where a line stands, so that it is found again later. */
export interface LogPosition {
  readonly attempt: number;
  readonly inode: number;
  /** In the file, unpacked. */
  readonly offset: number;
  /** Null where the line has no time. */
  readonly time: LogTime | null;
}

const FORM =
  /^(\d{1,9})\.([0-9a-z]{1,13})\.([0-9a-z]{1,11})(?:\.([0-9a-z]{1,10})\.([0-9a-z]{1,4}))?$/;
const base36 = (value: number): string => value.toString(36);

/** A position as it stands in records and addresses. */
export function writePosition(position: {
  readonly attempt: number;
  readonly inode: number;
  readonly offset: number;
  readonly time: string;
}): string {
  const place = `${position.attempt}.${base36(position.inode)}.${base36(position.offset)}`;
  const time = parseLogTime(position.time);
  // Times before 1970 are a broken clock's, and have no place in the form.
  return time === null || time.ms < 0 ? place : `${place}.${base36(time.ms)}.${base36(time.ns)}`;
}

/** The position in a text, null when it is none. */
export function readPosition(text: string): LogPosition | null {
  const [, attempt, inode, offset, ms, ns] = FORM.exec(text) ?? [];
  if (attempt === undefined || inode === undefined || offset === undefined) return null;
  const number = (word: string): number => Number.parseInt(word, 36);
  return {
    attempt: Number(attempt),
    inode: number(inode),
    offset: number(offset),
    time: ms === undefined || ns === undefined ? null : { ms: number(ms), ns: number(ns) },
  };
}
