import type { LogLine } from '../contract/journal.ts';
import { stripControl } from '../lib/strip-control.ts';
import { inYearBefore } from './infer-year.ts';
import { withKubeletIds } from './kubelet-ids.ts';
import { closingQuote, readPairs, unquote } from './logfmt.ts';
import { isJsonText, parseLogrusLine, plainLine, readJsonEntry } from './logrus-line.ts';

const LEVELS: Readonly<Record<string, LogLine['level']>> = {
  I: 'info',
  W: 'warning',
  E: 'error',
  F: 'fatal',
};
/** Lmmdd hh:mm:ss.uuuuuu threadid file:line] message */
const HEADER = /^([IWEF])(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{1,9})\s+\d+ [^\s\]]{1,200}\] /;
/** An err=< block longer than this is cut: a container's output can stand in it. */
const MAX_BLOCK_LINES = 200;

export interface KlogOptions {
  /** Minutes that the writer's local time is ahead of UTC: klog writes local time without a zone. */
  readonly utcOffsetMinutes?: number;
}

/** The latest year's date that is not ahead of now: klog writes none. */
function inferTime(header: RegExpExecArray, nowMs: number, utcOffsetMinutes: number): number {
  const [month = 1, day, hour, minute, second] = header.slice(2, 7).map(Number);
  const ms = Math.trunc(Number(`0.${header[7] ?? '0'}`) * 1000);
  const inYear = (year: number): number =>
    Date.UTC(year, month - 1, day, hour, minute, second, ms) - utcOffsetMinutes * 60_000;
  return inYearBefore(inYear, nowMs);
}

interface OpenBlock {
  readonly key: string;
  readonly lines: string[];
}

/** The pairs of one line of a structured entry, and the block that the line opens at its end. */
function readLine(line: string, start: number, fields: Record<string, string>): OpenBlock | null {
  if (!line.endsWith('=<')) {
    Object.assign(fields, readPairs(line, start));
    return null;
  }
  const keyStart = line.lastIndexOf(' ') + 1;
  Object.assign(fields, readPairs(line.slice(0, keyStart), start));
  return { key: line.slice(keyStart, -2), lines: [] };
}

/** The fields after a structured message, multi-line `key=<` blocks resolved by their tab-indented lines. */
function readFields(lines: readonly string[], start: number): Record<string, string> {
  const fields: Record<string, string> = {};
  let block = readLine(lines[0] ?? '', start, fields);
  for (const line of lines.slice(1)) {
    if (block !== null && !line.startsWith(' >')) {
      block.lines.push(line.startsWith('\t') ? line.slice(1) : line);
      continue;
    }
    if (block !== null) fields[block.key] = block.lines.join('\n');
    block = readLine(line, 2, fields);
  }
  if (block !== null) fields[block.key] = block.lines.join('\n');
  return fields;
}

function entryOf(
  lines: readonly string[],
  where: string,
  header: RegExpExecArray,
): Omit<LogLine, 'atMs'> {
  const first = lines[0] ?? '';
  const bodyStart = header[0].length;
  const level = LEVELS[header[1] ?? 'I'] ?? 'info';
  const text = lines.join('\n');
  if (first[bodyStart] !== '"') {
    return { level, message: first.slice(bodyStart), fields: {}, where, text };
  }
  const close = closingQuote(first, bodyStart + 1);
  const message = unquote(first, bodyStart + 1, close);
  return { level, message, fields: readFields(lines, close + 1), where, text };
}

/** What k0s wraps around kubelet's lines (its own logfmt, component=kubelet) is taken off, line by line. */
function unwrapped(line: string): string {
  if (!line.startsWith('time="') || !line.includes(' component=')) return line;
  const outer = parseLogrusLine(line, '');
  const isWrapped = HEADER.test(outer.message) || outer.fields['component'] === 'kubelet';
  return isWrapped ? outer.message : line;
}

/** 1973 in ms, the year 5138 in seconds: a smaller number is in seconds, which the first versions wrote. */
const SECONDS_BELOW = 1e11;

/** klog's JSON form: `ts` in ms, no level; what carries no verbosity `v` is an error. */
function jsonEntry(text: string, where: string): LogLine | null {
  const entry = readJsonEntry(text);
  const message = entry?.['msg'];
  if (entry === null || message === undefined) return null;
  const { ts, v, level: _, msg: __, ...fields } = entry;
  const at = Number(ts);
  return {
    atMs: Number.isFinite(at) && at > 0 ? Math.trunc(at < SECONDS_BELOW ? at * 1000 : at) : null,
    level: v === undefined ? 'error' : 'info',
    message,
    fields,
    where,
    text,
  };
}

/**
 * Reads a kubelet's log line by line. An entry with an `err=<` block is given out when the block closes, every other at
 * once. k3s and k0s wrap kubelet's lines in logfmt: those are unwrapped.
 */
export class KlogReader {
  readonly #utcOffsetMinutes: number;
  #block: { lines: string[]; where: string; header: RegExpExecArray; nowMs: number } | null = null;

  constructor(options: KlogOptions = {}) {
    this.#utcOffsetMinutes = options.utcOffsetMinutes ?? 0;
  }

  /** Takes the next line and returns the entries that are complete with it. */
  push(raw: string, where: string, nowMs: number): LogLine[] {
    const line = unwrapped(stripControl(raw));
    const header = HEADER.exec(line);
    if (this.#block !== null && header === null) return this.#continueBlock(line);
    const done = this.flush();
    if (header !== null && line.endsWith('=<')) {
      this.#block = { lines: [line], where, header, nowMs };
    } else if (header !== null) done.push(this.#entry([line], where, header, nowMs));
    else if (line !== '') done.push(...this.#foreign(line, where));
    return done;
  }

  /** What is still open, for the end of the input. */
  flush(): LogLine[] {
    if (this.#block === null) return [];
    const { lines, where, header, nowMs } = this.#block;
    this.#block = null;
    return [this.#entry(lines, where, header, nowMs)];
  }

  #continueBlock(line: string): LogLine[] {
    const lines = this.#block?.lines ?? [];
    if (lines.length < MAX_BLOCK_LINES) lines.push(line);
    return line.startsWith(' >') && !line.endsWith('=<') ? this.flush() : [];
  }

  #entry(lines: readonly string[], where: string, header: RegExpExecArray, nowMs: number): LogLine {
    const atMs = inferTime(header, nowMs, this.#utcOffsetMinutes);
    return withKubeletIds({ atMs, ...entryOf(lines, where, header) });
  }

  #foreign(line: string, where: string): LogLine[] {
    if (isJsonText(line)) {
      const entry = jsonEntry(line, where);
      if (entry !== null) return [withKubeletIds(entry)];
    }
    return [line.includes('time="') ? parseLogrusLine(line, where) : plainLine(line, where)];
  }
}

/** A kubelet's log as entries; line i stands at `where:i+1`, multi-line entries at their first line. Never throws. */
export function parseKlog(
  lines: readonly string[],
  nowMs: number,
  where: string,
  options: KlogOptions = {},
): LogLine[] {
  const reader = new KlogReader(options);
  const entries: LogLine[] = [];
  for (const [index, line] of lines.entries()) {
    entries.push(...reader.push(line, `${where}:${index + 1}`, nowMs));
  }
  entries.push(...reader.flush());
  return entries;
}
