import { dirname } from 'node:path';
import type { CallRecord, LogLine } from '../contract/journal.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { FeedError, type FeedLine } from './feed.ts';
import { followUnit, type JournaldOptions } from './journald.ts';
import type { FeedOptions, LogPlace } from './log-places.ts';
import { readRuntimeLine } from './logrus-line.ts';
import { findOlderLog, readOlderLog } from './older-lines.ts';
import { type CallPairer, createCallPairer } from './pair-calls.ts';
import { resolveLogPath } from './resolve-log-path.ts';
import { suppressedCount } from './suppressed.ts';

/** Entries of journald read back: as text some 48 MiB, read a piece at a time. */
const MAX_ENTRIES = 180_000;
/** Records told at once, some 12 MiB. */
const MAX_RECORDS = 20_000;

/** The calls of a stretch of the past. */
export interface CallsSince {
  readonly calls: Section<readonly CallRecord[]>;
  /** The first line that was read; null when there was none. */
  readonly fromMs: number | null;
  /** Why calls may be missing, as sentences. */
  readonly gaps: readonly string[];
}

export interface CallsSinceOptions extends FeedOptions {
  readonly sinceMs: number;
  readonly nowMs: () => number;
  readonly maxBytes?: number;
}

/** Pairs lines of the past as they come, and keeps what makes the list incomplete. */
class PastCalls {
  readonly #pairer: CallPairer = createCallPairer(MAX_RECORDS);
  readonly #sinceMs: number;
  #fromMs: number | null = null;
  #suppressed = 0;

  constructor(sinceMs: number) {
    this.#sinceMs = sinceMs;
  }

  take(lines: readonly FeedLine[]): void {
    for (const { text, where, writtenAtMs } of lines) {
      if (text === '') continue;
      const read = readRuntimeLine(text, where);
      const line: LogLine = read.atMs === null ? { ...read, atMs: writtenAtMs } : read;
      if (line.atMs !== null && line.atMs < this.#sinceMs) continue;
      this.#fromMs ??= line.atMs;
      this.#suppressed += suppressedCount(line);
      this.#pairer.push(line);
    }
  }

  told(nowMs: number, gaps: readonly string[]): CallsSince {
    const dropped = this.#pairer.droppedCount();
    const lost =
      this.#suppressed === 0 ? [] : [`${this.#suppressed} lines of the runtime were suppressed.`];
    const over = dropped === 0 ? [] : [`${dropped} older calls were left out.`];
    return {
      calls: available(this.#pairer.records(), nowMs),
      fromMs: this.#fromMs,
      gaps: [...gaps, ...lost, ...over],
    };
  }
}

function gapBefore(fromMs: number | null): string {
  return fromMs === null
    ? 'Older lines of the log were not read.'
    : `Lines of the log before ${new Date(fromMs).toISOString()} were not read: there are too many.`;
}

async function readFile(path: string, options: CallsSinceOptions): Promise<CallsSince> {
  const { sinceMs, signal, hostRoot, nowMs } = options;
  const past = new PastCalls(sinceMs);
  const timeOf = (line: string): number | null => readRuntimeLine(line, '').atMs;
  const bound = options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes };
  const log = await findOlderLog(await resolveLogPath(hostRoot, path), {
    sinceMs,
    timeOf,
    signal,
    ...bound,
  });
  for await (const lines of readOlderLog(log, dirname(path), signal)) past.take(lines);
  const { fromMs } = past.told(nowMs(), []);
  return past.told(nowMs(), log.isCut ? [gapBefore(fromMs)] : []);
}

/** When the oldest entry within the bound was written, looked for from the newest back; nothing of it is kept. */
async function findFirstEntry(
  unit: string,
  options: JournaldOptions,
): Promise<{ atMs: number | null; isCut: boolean }> {
  let count = 0;
  let atMs: number | null = null;
  const backwards = { ...options, isReverse: true, isBare: true, pastLines: MAX_ENTRIES };
  for await (const { lines } of followUnit(unit, backwards)) {
    count += lines.length;
    atMs = lines.at(-1)?.writtenAtMs ?? atMs;
  }
  return { atMs, isCut: count >= MAX_ENTRIES };
}

async function readUnit(unit: string, options: CallsSinceOptions): Promise<CallsSince> {
  const { sinceMs, signal, hostRoot, nowMs, journalctl } = options;
  const command = journalctl === undefined ? {} : { command: journalctl };
  const asked = { signal, hostRoot, isOneShot: true, ...command };
  const first = await findFirstEntry(unit, { ...asked, sinceMs });
  const past = new PastCalls(sinceMs);
  if (first.atMs !== null) {
    const forward = { ...asked, sinceMs: Math.max(sinceMs, first.atMs), pastLines: null };
    for await (const { lines } of followUnit(unit, forward)) past.take(lines);
  }
  const { fromMs } = past.told(nowMs(), []);
  return past.told(nowMs(), first.isCut ? [gapBefore(fromMs)] : []);
}

/**
 * The runtime's calls since a time, read back from its log on request and within a bound. Rejects with the signal's reason
 * only: a log that cannot be read is told.
 */
export async function readCallsSince(
  place: LogPlace,
  options: CallsSinceOptions,
): Promise<CallsSince> {
  try {
    if (place.kind === 'file') return await readFile(place.path, options);
    if (place.kind === 'unit') return await readUnit(place.unit, options);
    throw new FeedError('the runtime does not log to the kernel');
  } catch (error) {
    options.signal.throwIfAborted();
    const isExpected = error instanceof FeedError || (error instanceof Error && 'code' in error);
    if (!isExpected) throw error;
    const sentence = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
    return { calls: unavailable(sentence), fromMs: null, gaps: [sentence] };
  }
}
