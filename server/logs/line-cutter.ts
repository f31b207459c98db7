const NEWLINE = 0x0a;
/** The text of a line that is kept, and room for its head (time, stream, tag; a JSON frame). */
const MAX_LINE_BYTES = 256 * 1024 + 256;

/** A line of a file, without its newline. */
export interface RawLine {
  /** Where it begins and where the next one does. */
  readonly offset: number;
  readonly endOffset: number;
  /** Valid until more is pushed. */
  readonly bytes: Buffer;
  /** Longer than what is kept of it. */
  readonly isCut: boolean;
  /** False at the end of a file that stops in mid-line. */
  readonly isEnded: boolean;
}

/** Cuts bytes into lines of bounded length, whatever the length of a line in the file. */
export class LineCutter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #isCut = false;
  #offset: number;
  #lineOffset: number;

  constructor(offset: number, maxBytes = MAX_LINE_BYTES) {
    this.#offset = offset;
    this.#lineOffset = offset;
    this.#maxBytes = maxBytes;
  }

  /** Where the line begins whose end was not seen. */
  get lineOffset(): number {
    return this.#lineOffset;
  }

  /** The lines that end in this chunk. */
  *push(chunk: Buffer): Generator<RawLine, void, void> {
    let from = 0;
    let newline = chunk.indexOf(NEWLINE);
    while (newline !== -1) {
      const endOffset = this.#offset + newline + 1;
      yield this.#line(chunk.subarray(from, newline), endOffset, true);
      this.#lineOffset = endOffset;
      from = newline + 1;
      newline = chunk.indexOf(NEWLINE, from);
    }
    this.#hold(chunk.subarray(from));
    this.#offset += chunk.length;
  }

  /** The line that the file stops in, if it stops in one. */
  *flush(): Generator<RawLine, void, void> {
    if (this.#offset === this.#lineOffset) return;
    yield this.#line(Buffer.alloc(0), this.#offset, false);
    this.#lineOffset = this.#offset;
  }

  #line(rest: Buffer, endOffset: number, isEnded: boolean): RawLine {
    const room = this.#maxBytes - this.#heldBytes;
    const isCut = this.#isCut || rest.length > room;
    const tail = rest.length > room ? rest.subarray(0, room) : rest;
    const bytes = this.#held.length === 0 ? tail : Buffer.concat([...this.#held, tail]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#isCut = false;
    return { offset: this.#lineOffset, endOffset, bytes, isCut, isEnded };
  }

  #hold(rest: Buffer): void {
    if (rest.length === 0) return;
    const room = this.#maxBytes - this.#heldBytes;
    if (rest.length > room) this.#isCut = true;
    if (room <= 0) return;
    // A copy: the caller may read the next chunk into the same memory.
    const kept = Buffer.from(rest.subarray(0, room));
    this.#held.push(kept);
    this.#heldBytes += kept.length;
  }
}
