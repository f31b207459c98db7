import type { LogRecord } from '../contract/log-record.ts';
import { LineCutter } from './line-cutter.ts';
import type { LogBytes, LogChunk, PlacedPart } from './log-bytes.ts';
import { writePosition } from './log-position.ts';
import type { LogPart } from './open-log.ts';
import { type JoinedLine, PieceJoiner } from './piece-joiner.ts';

/** A line of the log and the part it begins in. */
export type PlacedLine = JoinedLine<PlacedPart>;

/**
 * How far before the first wanted line is looked for a piece it goes on with, and behind the last for the rest of it: four
 * pieces of full length. A piece whose next one stands further away is given as a partial line.
 */
const MARGIN_BYTES = 64 * 1024;
/** A line is kept to 256 KiB; the rest of one is not waited for longer. */
const LOOK_AHEAD_BYTES = 512 * 1024;

/** A line as the API gives it. */
export function toRecord(line: PlacedLine): LogRecord {
  return recordOf(line, line.source.part, line.offset - line.source.base);
}

/** A line that begins at `at` in its file, as the API gives it. */
export function recordOf(
  line: Omit<JoinedLine<unknown>, 'source'>,
  { attempt, inode }: Pick<LogPart, 'attempt' | 'inode'>,
  at: number,
): LogRecord {
  const { time, stream, text } = line;
  // A line of another form bears the time of the one before: that is not its own.
  const own = line.isUnformed ? '' : time;
  const offset = writePosition({ attempt, inode, offset: at, time: own });
  const record = { time, stream, partial: line.isPartial, text, offset };
  return line.isUnformed ? { ...record, unformed: true } : record;
}

/** Where to begin so that the pieces before a place are seen: a line begins there. */
async function marginBefore(log: LogBytes, from: number): Promise<number> {
  const placed = log.partAt(from);
  const { base, part } = placed;
  const before = from - MARGIN_BYTES;
  // A packed part has to be unpacked from its beginning anyhow.
  if (part.isPacked) return base;
  if (before <= base) return base;
  const block = await log.readAt(placed, before - base, MARGIN_BYTES);
  const newline = block.indexOf(0x0a);
  return newline === -1 ? from : before + newline + 1;
}

/** Joins the lines of a range of chunks, and knows when what lies behind the range is needed no more. */
class RangeJoiner {
  readonly #from: number;
  readonly #to: number;
  readonly #joiner = new PieceJoiner<PlacedPart>();
  #placed: PlacedPart | null = null;
  #cutter = new LineCutter(0);

  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
  }

  /** True when no line of the range is open and all that comes lies behind it. */
  get isDone(): boolean {
    return this.#cutter.lineOffset >= this.#to && !this.#isOpen();
  }

  push({ placed, at, bytes }: LogChunk): PlacedLine[] {
    const found = this.#placed === placed ? [] : this.#begin(placed, at);
    for (const raw of this.#cutter.push(bytes)) {
      if (raw.offset >= this.#to && !this.#isOpen()) break;
      found.push(...this.#joiner.push(raw, placed));
    }
    return this.#inRange(found);
  }

  end(): PlacedLine[] {
    return this.#inRange([...this.#endFile(), ...this.#joiner.flush()]);
  }

  #begin(placed: PlacedPart, at: number): PlacedLine[] {
    const found = this.#endFile();
    // A new attempt is a new process: nothing of the old one goes on.
    if (this.#placed?.part.attempt !== placed.part.attempt) found.push(...this.#joiner.flush());
    this.#placed = placed;
    this.#cutter = new LineCutter(at);
    return found;
  }

  #endFile(): PlacedLine[] {
    const placed = this.#placed;
    if (placed === null) return [];
    return [...this.#cutter.flush()].flatMap((raw) => this.#joiner.push(raw, placed));
  }

  #isOpen(): boolean {
    const open = this.#joiner.openOffset;
    return open !== null && open < this.#to;
  }

  #inRange(lines: readonly PlacedLine[]): PlacedLine[] {
    return lines.filter(({ offset }) => offset >= this.#from && offset < this.#to);
  }
}

/**
 * The lines that begin in [from, to), in order and whole: pieces before and behind the range are read where they belong
 * to a line of it.
 */
export async function* readLines(
  log: LogBytes,
  from: number,
  to: number,
): AsyncGenerator<PlacedLine[], void, void> {
  if (from >= to) return;
  const joiner = new RangeJoiner(from, to);
  for await (const chunk of log.chunks(await marginBefore(log, from), to + LOOK_AHEAD_BYTES)) {
    const found = joiner.push(chunk);
    if (found.length > 0) yield found;
    if (joiner.isDone) return;
  }
  const rest = joiner.end();
  if (rest.length > 0) yield rest;
}
