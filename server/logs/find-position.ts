import { LineCutter } from './line-cutter.ts';
import type { LogBytes, PlacedPart } from './log-bytes.ts';
import { LogError } from './log-error.ts';
import { parseLogLine } from './log-line.ts';
import { type LogPosition, readPosition } from './log-position.ts';
import { compareTimes, type LogTime, parseLogTime } from './log-time.ts';
import { seekTime } from './seek-time.ts';

/** A line of full length and its head. */
const LINE_BYTES = 512 * 1024;

export interface FoundLine {
  readonly place: number;
  /** Where the line behind it begins. */
  readonly end: number;
  /** False where the line itself is gone: then both are where the next one of its time or later stands. */
  readonly isSame: boolean;
}

async function lineAt(
  log: LogBytes,
  placed: PlacedPart,
  place: number,
): Promise<{ readonly time: LogTime | null; readonly end: number } | null> {
  const cutter = new LineCutter(place);
  const limit = Math.min(placed.base + placed.part.sizeBytes, place + LINE_BYTES);
  for await (const { bytes } of log.chunks(place, limit)) {
    for (const line of cutter.push(bytes)) {
      const parsed = parseLogLine(line.bytes, placed.part.form);
      return { time: parsed === null ? null : parseLogTime(parsed.time), end: line.endOffset };
    }
  }
  for (const line of cutter.flush()) {
    const parsed = parseLogLine(line.bytes, placed.part.form);
    return { time: parsed === null ? null : parseLogTime(parsed.time), end: line.endOffset };
  }
  return null;
}

function isOfTime(time: LogTime | null, wanted: LogTime | null): boolean {
  if (time === null || wanted === null) return time === wanted;
  return compareTimes(time, wanted) === 0;
}

/** By the file's number, and the time that stands there: a number is given again to a new file. */
async function byInode(log: LogBytes, position: LogPosition): Promise<FoundLine | null> {
  for (const placed of log.placed) {
    const { part, base } = placed;
    if (part.attempt !== position.attempt || part.inode !== position.inode) continue;
    if (position.offset >= part.sizeBytes) continue;
    const line = await lineAt(log, placed, base + position.offset);
    if (line === null || (position.time !== null && !isOfTime(line.time, position.time))) continue;
    return { place: base + position.offset, end: line.end, isSame: true };
  }
  return null;
}

/**
 * Where a line of before stands now: in its file, whatever that is called now; else, after it was packed, cut or removed,
 * by its time. Throws LogError for a text that is no position of ours.
 */
export async function findPosition(log: LogBytes, text: string): Promise<FoundLine> {
  const position = readPosition(text);
  if (position === null) throw new LogError('bad-question', 'the cursor is not one of ours');
  const found = await byInode(log, position);
  if (found !== null) return found;
  if (position.time === null) {
    const first = log.placed.find(({ part }) => part.attempt >= position.attempt);
    const place = first?.base ?? log.sizeBytes;
    return { place, end: place, isSame: false };
  }
  const place = await seekTime(log, position.time);
  const line = place < log.sizeBytes ? await lineAt(log, log.partAt(place), place) : null;
  const isSame = line !== null && isOfTime(line.time, position.time);
  return { place, end: isSame ? line.end : place, isSame };
}
