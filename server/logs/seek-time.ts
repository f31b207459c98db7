import { LineCutter } from './line-cutter.ts';
import type { LogBytes, PlacedPart } from './log-bytes.ts';
import { parseLogLine } from './log-line.ts';
import { compareTimes, type LogTime, parseLogTime } from './log-time.ts';

/** A look at one place: some hundred lines. */
const LOOK_BYTES = 16 * 1024;
/** A line may be longer than a look; this much is read on until one has a time. */
const MAX_LOOK_BYTES = 1024 * 1024;

interface TimedLine {
  readonly time: LogTime;
  /** In the log as a whole. */
  readonly place: number;
  readonly end: number;
}

/** The first line with a time that begins after `from` (at it, where a part begins there). */
async function lineAfter(
  log: LogBytes,
  placed: PlacedPart,
  from: number,
): Promise<TimedLine | null> {
  const end = Math.min(placed.base + placed.part.sizeBytes, from + MAX_LOOK_BYTES);
  const cutter = new LineCutter(from);
  let isMidLine = from > placed.base;
  for await (const { bytes } of log.chunks(from, end)) {
    for (const line of cutter.push(bytes)) {
      const parsed = isMidLine ? null : parseLogLine(line.bytes, placed.part.form);
      isMidLine = false;
      const time = parsed === null ? null : parseLogTime(parsed.time);
      if (time !== null) return { time, place: line.offset, end: line.endOffset };
    }
  }
  return null;
}

/** The time of a part's first line; null when it has none. */
async function headTime(log: LogBytes, placed: PlacedPart): Promise<LogTime | null> {
  return (await lineAfter(log, placed, placed.base))?.time ?? null;
}

/** The first line of `time` or later, going line by line. */
async function walk(log: LogBytes, from: number, to: number, time: LogTime): Promise<number> {
  const { part } = log.partAt(from);
  const cutter = new LineCutter(from);
  for await (const { bytes } of log.chunks(from, to)) {
    for (const line of cutter.push(bytes)) {
      const parsed = parseLogLine(line.bytes, part.form);
      const lineTime = parsed === null ? null : parseLogTime(parsed.time);
      if (lineTime !== null && compareTimes(lineTime, time) >= 0) return line.offset;
    }
  }
  return to;
}

async function seekInPlain(log: LogBytes, placed: PlacedPart, time: LogTime): Promise<number> {
  const end = placed.base + placed.part.sizeBytes;
  let from = placed.base;
  let to = end;
  // `from` is a line of an earlier time (or the part's first), whatever begins after `to` is not earlier.
  while (to - from > LOOK_BYTES) {
    const middle = from + Math.floor((to - from) / 2);
    const line = await lineAfter(log, placed, middle);
    if (line === null || line.place >= to || compareTimes(line.time, time) >= 0) to = middle;
    else from = line.place;
  }
  return walk(log, from, end, time);
}

/**
 * Where the first line of `time` or later stands: parts are chosen by their first lines, then halved; some 300 KB are read
 * of 1 GB. Lines that stand a little out of order, or after the clock was set back, may be missed by that much.
 */
export async function seekTime(log: LogBytes, time: LogTime): Promise<number> {
  let holder: PlacedPart | null = null;
  for (const placed of [...log.placed].reverse()) {
    const head = placed.part.sizeBytes === 0 ? null : await headTime(log, placed);
    if (head === null) continue;
    if (compareTimes(head, time) < 0) {
      holder = placed;
      break;
    }
  }
  if (holder === null) return log.placed[0]?.base ?? 0;
  const end = holder.base + holder.part.sizeBytes;
  return holder.part.isPacked ? walk(log, holder.base, end, time) : seekInPlain(log, holder, time);
}
