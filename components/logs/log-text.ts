import type { LogItem, LogNotice, LogRecord } from '../../server/contract/log-record.ts';

export type LogRow =
  | { readonly kind: 'line'; readonly key: string; readonly record: LogRecord }
  | { readonly kind: 'notice'; readonly key: string; readonly notice: LogNotice };

/** The part of a log that the page holds. */
export interface LogText {
  readonly rows: readonly LogRow[];
  /** What came while the person reads: behind `rows`, and not yet among them. */
  readonly held: readonly LogRow[];
  /** Lines that were here and gave their room to others, at either end. */
  readonly cutBefore: number;
  readonly cutAfter: number;
  readonly isHolding: boolean;
}

/** 20,000 lines: minutes of a busy log, about 20 MB; what lies before is a page of history away. */
export const MAX_ROWS = 20_000;
/** Room is made for so many at once: each cut moves all rows. */
const CUT_AT_ONCE = 1_000;

export const EMPTY_TEXT: LogText = {
  rows: [],
  held: [],
  cutBefore: 0,
  cutAfter: 0,
  isHolding: false,
};

let noticeCount = 0;

function isRecord(item: LogItem): item is LogRecord {
  return 'offset' in item;
}

function isNotice(item: LogItem): item is LogNotice {
  return 'notice' in item;
}

/** Rows of what came; progress and the end of an answer are no rows. */
export function toRows(items: readonly LogItem[]): readonly LogRow[] {
  return items.flatMap((item): readonly LogRow[] => {
    if (isRecord(item)) return [{ kind: 'line', key: item.offset, record: item }];
    return isNotice(item) ? [toNoticeRow(item)] : [];
  });
}

function toNoticeRow(notice: LogNotice): LogRow {
  noticeCount += 1;
  return { kind: 'notice', key: `notice ${noticeCount}`, notice };
}

/** The text with new lines at its end; while the person reads they are held back. A line that is here already is not doubled. */
export function append(text: LogText, added: readonly LogRow[]): LogText {
  if (added.length === 0) return text;
  if (text.isHolding) {
    const { rows: held, cut } = cutHead(join(text.held, added), MAX_ROWS);
    // What gives way here was never seen: it is told as dropped, in the text itself.
    return cut === 0 ? { ...text, held } : { ...text, held: [toDropped(held, cut), ...held] };
  }
  const { rows, cut } = cutHead(join(text.rows, added), MAX_ROWS);
  return { ...text, rows, cutBefore: text.cutBefore + cut };
}

/** The text with older lines before its first. */
export function prepend(text: LogText, added: readonly LogRow[]): LogText {
  const known = new Set(text.rows.slice(0, added.length + 1).map(({ key }) => key));
  const rows = [...added.filter(({ key }) => !known.has(key)), ...text.rows];
  const cut = Math.max(0, rows.length - MAX_ROWS);
  return {
    ...text,
    rows: cut === 0 ? rows : rows.slice(0, MAX_ROWS),
    cutBefore: 0,
    cutAfter: text.cutAfter + cut,
  };
}

/** From now on new lines are held back. */
export function hold(text: LogText): LogText {
  return text.isHolding ? text : { ...text, isHolding: true };
}

/** What was held back becomes part of the text, and new lines come at once again. */
export function release(text: LogText): LogText {
  if (!text.isHolding) return text;
  return append({ ...text, held: [], isHolding: false }, text.held);
}

const isLine = ({ kind }: LogRow): boolean => kind === 'line';

/** How many lines are shown, past rows that are none. */
export function countLines(text: LogText): number {
  return text.rows.filter(isLine).length;
}

/** How many lines wait. */
export function countHeld(text: LogText): number {
  return text.held.filter(isLine).length;
}

/** The first or last line, past rows that are no lines. */
export function firstLine(text: LogText): LogRecord | null {
  return lineOf(text.rows.find(isLine));
}

export function lastLine(text: LogText): LogRecord | null {
  const held = text.held.findLast(isLine);
  return lineOf(held ?? text.rows.findLast(isLine));
}

const lineOf = (row: LogRow | undefined): LogRecord | null =>
  row?.kind === 'line' ? row.record : null;

/** Lines that a resumed stream may send again stand near the end. */
const RESENT_WITHIN = 4_000;

function join(before: readonly LogRow[], added: readonly LogRow[]): readonly LogRow[] {
  const tail = new Map(before.slice(-RESENT_WITHIN).map((row) => [row.key, row]));
  const fresh = added.filter(({ key }) => !tail.has(key));
  // A line without its end yet comes again when the end is there.
  const completed = new Map(
    added.filter((row) => isCompletion(tail.get(row.key), row)).map((row) => [row.key, row]),
  );
  const kept = completed.size === 0 ? before : before.map((row) => completed.get(row.key) ?? row);
  return [...kept, ...fresh];
}

function isCompletion(old: LogRow | undefined, row: LogRow): boolean {
  return old?.kind === 'line' && row.kind === 'line' && old.record.text !== row.record.text;
}

function cutHead(
  rows: readonly LogRow[],
  max: number,
): { readonly rows: readonly LogRow[]; readonly cut: number } {
  if (rows.length <= max) return { rows, cut: 0 };
  const kept = rows.slice(rows.length - max + Math.min(CUT_AT_ONCE, max));
  return { rows: kept, cut: rows.length - kept.length };
}

function toDropped(held: readonly LogRow[], count: number): LogRow {
  const first = held.find(isLine);
  const at = first?.kind === 'line' ? first.record.time : '';
  return toNoticeRow({
    notice: 'dropped',
    at,
    text: `${count.toLocaleString('en')} lines came while you read and are not kept here; History has them`,
  });
}
