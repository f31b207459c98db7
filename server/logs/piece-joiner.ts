import type { RawLine } from './line-cutter.ts';
import { type LogLine, parseLogLine } from './log-line.ts';
import type { LogForm } from './log-root.ts';

/** A whole line of the log, and the file it begins in. */
export interface JoinedLine<Source> {
  readonly source: Source;
  /** Where its first piece begins. */
  readonly offset: number;
  readonly time: string;
  readonly stream: LogLine['stream'];
  readonly text: string;
  /** Its end was not seen, or it was cut. */
  readonly isPartial: boolean;
  readonly isUnformed: boolean;
}

/** A longer line is cut here: what an application writes in one line has no bound. */
const MAX_TEXT_BYTES = 256 * 1024;
/** Lines held back behind one that is not whole yet: beyond, that one is given as it is. */
const MAX_WAITING = 1_000;

interface Slot<Source> {
  line: JoinedLine<Source> | null;
}

interface OpenLine<Source> {
  readonly slot: Slot<Source>;
  readonly source: Source;
  readonly offset: number;
  readonly time: string;
  readonly stream: LogLine['stream'];
  readonly pieces: Buffer[];
  bytes: number;
  isCut: boolean;
}

/**
 * Joins pieces to lines and gives the lines in the order in which they begin: a line of the other stream that came
 * between two pieces waits for the second one.
 */
export class PieceJoiner<Source extends { readonly form: LogForm }> {
  /** Lines that begin in this order; null stands for one that is still open. */
  #queue: Slot<Source>[] = [];
  readonly #open = new Map<LogLine['stream'], OpenLine<Source>>();
  #lastTime = '';

  /** Where the oldest open line begins; null when none is open. */
  get openOffset(): number | null {
    const offsets = [...this.#open.values()].map((line) => line.offset);
    return offsets.length === 0 ? null : Math.min(...offsets);
  }

  /** Takes a line of the file; the lines of the log that are whole by now. */
  push(raw: RawLine, source: Source): JoinedLine<Source>[] {
    const line = parseLogLine(raw.bytes, source.form);
    if (line === null) {
      if (raw.bytes.length > 0 && raw.bytes.some((byte) => byte !== 0)) this.#unformed(raw, source);
      return this.#whole();
    }
    this.#lastTime = line.time;
    if (!line.isPiece && raw.isEnded && !this.#open.has(line.stream)) {
      // Nearly every line: it is decoded in place.
      const whole = { ...toWhole(raw, line), source };
      if (this.#queue.length === 0) return [whole];
      this.#queue.push({ line: whole });
      return this.#queue.length > MAX_WAITING ? this.flush() : this.#whole();
    }
    const open = this.#open.get(line.stream) ?? this.#begin(raw.offset, line, source);
    addPiece(open, line.text, raw.isCut);
    if (!line.isPiece || !raw.isEnded) this.#end(open, !raw.isEnded);
    return this.#queue.length > MAX_WAITING ? this.flush() : this.#whole();
  }

  /** Gives what is open as it is: nothing more comes, or nobody waits for it. */
  flush(): JoinedLine<Source>[] {
    for (const open of [...this.#open.values()]) this.#end(open, true);
    return this.#whole();
  }

  #begin(offset: number, { time, stream }: LogLine, source: Source): OpenLine<Source> {
    const slot = { line: null };
    const open = { slot, source, offset, time, stream, pieces: [], bytes: 0, isCut: false };
    this.#open.set(stream, open);
    this.#queue.push(slot);
    return open;
  }

  #end(open: OpenLine<Source>, isUnended: boolean): void {
    const [only] = open.pieces;
    const bytes =
      open.pieces.length === 1 && only !== undefined ? only : Buffer.concat(open.pieces);
    const { source, offset, time, stream } = open;
    this.#open.delete(stream);
    open.slot.line = {
      source,
      offset,
      time,
      stream,
      text: bytes.toString('utf8', 0, bytes.length),
      isPartial: isUnended || open.isCut,
      isUnformed: false,
    };
  }

  #unformed(raw: RawLine, source: Source): void {
    this.#queue.push({ line: { ...toUnformed(raw), time: this.#lastTime, source } });
  }

  #whole(): JoinedLine<Source>[] {
    const lines: JoinedLine<Source>[] = [];
    for (const { line } of this.#queue) {
      if (line === null) break;
      lines.push(line);
    }
    if (lines.length > 0) this.#queue = this.#queue.slice(lines.length);
    return lines;
  }
}

/** A line of another form than the runtime's: told as it stands. */
export function toUnformed({
  offset,
  bytes,
  isCut,
  isEnded,
}: RawLine): Omit<JoinedLine<never>, 'source'> {
  return {
    offset,
    time: '',
    stream: 'stdout',
    text: bytes.toString('utf8', 0, Math.min(bytes.length, MAX_TEXT_BYTES)),
    isPartial: isCut || !isEnded,
    isUnformed: true,
  };
}

/** A line that is whole in one piece. */
export function toWhole(
  { offset, isCut }: RawLine,
  { time, stream, text }: LogLine,
): Omit<JoinedLine<never>, 'source'> {
  const end = Math.min(text.length, MAX_TEXT_BYTES);
  return {
    offset,
    time,
    stream,
    text: text.toString('utf8', 0, end),
    isPartial: isCut || end < text.length,
    isUnformed: false,
  };
}

function addPiece(
  open: Pick<OpenLine<never>, 'pieces' | 'bytes' | 'isCut'>,
  text: Buffer,
  isCut: boolean,
): void {
  const room = MAX_TEXT_BYTES - open.bytes;
  open.isCut ||= isCut || text.length > room;
  const kept = text.length > room ? text.subarray(0, room) : text;
  if (kept.length === 0 && open.pieces.length > 0) return;
  // Views of the chunk are decoded before more is read; a piece has to outlive it.
  open.pieces.push(Buffer.from(kept));
  open.bytes += kept.length;
}
