import { readSync } from 'node:fs';
import { unpack } from '../unpack.ts';
import type { Region } from './scan-region.ts';
import type { SearchJob, SearchPart } from './search-job.ts';

const NEWLINE = 0x0a;
/** Large reads cost little each; smaller ones tell more often how far it is. */
const WINDOW_BYTES = 2 * 1024 * 1024;
/** Read before and behind a window, to join the pieces of lines at its ends. */
const MARGIN_BYTES = 64 * 1024;
/** A line is kept to 256 KiB; its pieces are not looked for further than this. */
const FAR_MARGIN_BYTES = 512 * 1024;
/** A line without an end within this much is taken to end there. */
const MAX_WINDOW_BYTES = 16 * 1024 * 1024;

/** Reads the windows of a range, line by line aligned, in either direction. It counts what it reads. */
export class RegionReader {
  readBytes = 0;
  #buffer = Buffer.allocUnsafe(WINDOW_BYTES + 2 * FAR_MARGIN_BYTES);

  /** The window of a plain part that begins at `from`, which is the start of a line, and where it ends. */
  forward(part: SearchPart, from: number, limit: number): Region {
    const to = this.#lineEnd(part, from, limit);
    return this.region(part, from, to);
  }

  /** The window of a plain part that ends at `to`, where a line ends. */
  backward(part: SearchPart, to: number, limit: number): Region {
    return this.region(part, this.#lineStart(part, to, limit), to);
  }

  /** Lines that begin in [from, to), with what lies around them. */
  region(part: SearchPart, from: number, to: number, margin = MARGIN_BYTES): Region {
    const start = Math.max(part.base, from - MARGIN_BYTES);
    const end = Math.min(part.base + part.sizeBytes, to + margin);
    const bytes = this.#read(part, start, end);
    // The first line of what was read begins behind the first newline, unless the part begins there.
    const skip = start === part.base ? 0 : Math.min(bytes.indexOf(NEWLINE) + 1, from - start);
    return { bytes: bytes.subarray(skip), place: start + skip, from, to, part };
  }

  /** As the region, with more behind it. */
  wider({ part, from, to }: Region): Region {
    return this.region(part, from, to, FAR_MARGIN_BYTES);
  }

  #read(part: SearchPart, start: number, end: number): Buffer {
    const length = Math.max(0, end - start);
    if (this.#buffer.length < length) this.#buffer = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const bytes = readSync(part.fd, this.#buffer, done, length - done, start - part.base + done);
      if (bytes === 0) break;
      done += bytes;
    }
    this.readBytes += done;
    return this.#buffer.subarray(0, done);
  }

  #lineEnd(part: SearchPart, from: number, limit: number): number {
    for (let size = WINDOW_BYTES; size <= MAX_WINDOW_BYTES; size *= 2) {
      if (from + size >= limit) return limit;
      // Only the last of it is looked at: a line seldom is longer.
      const start = Math.max(from, from + size - MARGIN_BYTES);
      const newline = this.#read(part, start, from + size).lastIndexOf(NEWLINE);
      if (newline !== -1) return start + newline + 1;
    }
    return Math.min(limit, from + MAX_WINDOW_BYTES);
  }

  #lineStart(part: SearchPart, to: number, limit: number): number {
    for (let size = WINDOW_BYTES; size <= MAX_WINDOW_BYTES; size *= 2) {
      if (to - size <= limit) return limit;
      const newline = this.#read(part, to - size, to - size + MARGIN_BYTES).indexOf(NEWLINE);
      if (newline !== -1) return to - size + newline + 1;
    }
    return Math.max(limit, to - MAX_WINDOW_BYTES);
  }

  /** The windows of a packed part, from its beginning: there is no other way to read one. */
  async *packed(part: SearchPart, { from, to }: SearchJob): AsyncGenerator<Region> {
    let held: Buffer[] = [];
    let heldBytes = 0;
    let place = part.base;
    const readAt = (chunk: Buffer, position: number): number =>
      readSync(part.fd, chunk, 0, chunk.length, position);
    const count = (bytes: number): void => {
      this.readBytes += bytes;
    };
    const toRegion = (bytes: Buffer): Region => ({
      bytes,
      place,
      from: Math.max(from, place),
      to: Math.min(to, place + bytes.length),
      part,
    });
    for await (const chunk of unpack(readAt, count)) {
      held.push(chunk);
      heldBytes += chunk.length;
      const isFull = heldBytes >= MAX_WINDOW_BYTES;
      const newline = heldBytes < WINDOW_BYTES ? -1 : chunk.lastIndexOf(NEWLINE);
      if (newline === -1 && !isFull) continue;
      const bytes = Buffer.concat(held);
      const end = newline === -1 ? heldBytes : heldBytes - chunk.length + newline + 1;
      yield toRegion(bytes.subarray(0, end));
      place += end;
      if (place >= to) return;
      held = [bytes.subarray(end)];
      heldBytes -= end;
    }
    if (heldBytes > 0) yield toRegion(Buffer.concat(held));
  }
}
