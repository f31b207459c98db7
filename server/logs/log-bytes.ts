import type { LogForm } from './log-root.ts';
import type { LogPart } from './open-log.ts';
import { type ReadAt, unpack } from './unpack.ts';

/** Large enough to be fast, small enough that a tail of some lines reads little more than it needs. */
const CHUNK_BYTES = 64 * 1024;

/** A part, and where its first byte stands when all parts are laid end to end. */
export interface PlacedPart {
  readonly form: LogForm;
  readonly part: LogPart;
  readonly base: number;
}

/** Bytes as they stand in the log as a whole; the chunk is valid until the next one is asked for. */
export interface LogChunk {
  readonly placed: PlacedPart;
  readonly at: number;
  readonly bytes: Buffer;
}

/**
 * The parts of a log laid end to end: a place in it is one number. What it reads it counts. A packed part has no places
 * to jump to: it is unpacked from its beginning, and only when a range touches it.
 */
export class LogBytes {
  readonly placed: readonly PlacedPart[];
  readonly sizeBytes: number;
  #readBytes = 0;

  constructor(parts: readonly LogPart[]) {
    let base = 0;
    this.placed = parts.map((part) => {
      const placed = { form: part.form, part, base };
      base += part.sizeBytes;
      return placed;
    });
    this.sizeBytes = base;
  }

  /** Bytes read from the disk so far. */
  get readBytes(): number {
    return this.#readBytes;
  }

  /** The part that holds a place; the last one for the end. */
  partAt(place: number): PlacedPart {
    const found = this.placed.findLast(({ base }) => base <= place) ?? this.placed[0];
    if (found === undefined) throw new RangeError('a log without a part has no places');
    return found;
  }

  /** Reads at a place of a plain part, up to the part's end. */
  async readAt(placed: PlacedPart, offset: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, placed.part.sizeBytes - offset));
    const chunk = Buffer.allocUnsafe(wanted);
    const { bytesRead } = await placed.part.handle.read(chunk, 0, wanted, offset);
    this.#readBytes += bytesRead;
    return chunk.subarray(0, bytesRead);
  }

  /** The bytes from one place to another, in order, never across the end of a part in one chunk. */
  async *chunks(from: number, to: number): AsyncGenerator<LogChunk, void, void> {
    for (const placed of this.placed) {
      const { base, part } = placed;
      const start = Math.max(from, base);
      const end = Math.min(to, base + part.sizeBytes);
      if (start >= end) continue;
      const source = part.isPacked
        ? this.#unpacked(placed, start, end)
        : this.#plain(placed, start, end);
      yield* source;
    }
  }

  async *#plain(placed: PlacedPart, start: number, end: number): AsyncGenerator<LogChunk> {
    for (let at = start; at < end; ) {
      const bytes = await this.readAt(placed, at - placed.base, Math.min(CHUNK_BYTES, end - at));
      // Cut while it was being read: what is gone is gone.
      if (bytes.length === 0) return;
      yield { placed, at, bytes };
      at += bytes.length;
    }
  }

  async *#unpacked(placed: PlacedPart, start: number, end: number): AsyncGenerator<LogChunk> {
    let at = placed.base;
    const count = (bytes: number): void => {
      this.#readBytes += bytes;
    };
    const readAt: ReadAt = async (chunk, position) =>
      (await placed.part.handle.read(chunk, 0, chunk.length, position)).bytesRead;
    for await (const chunk of unpack(readAt, count)) {
      const bytes = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
      if (bytes.length > 0) yield { placed, at: Math.max(at, start), bytes };
      at += chunk.length;
      if (at >= end) return;
    }
  }
}
