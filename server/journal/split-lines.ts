const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** Longest line kept: containerd prints its whole configuration in one line of some 10 KiB; 64 KiB leaves room. */
const MAX_LINE_BYTES = 64 * 1024;
const CUT_MARK = ' … (cut)';

export interface SplitLine {
  readonly text: string;
  /** Offset of the line's first byte in the stream. */
  readonly offset: number;
}

/**
 * Cuts a byte stream into lines of bounded length: what is longer ends in "… (cut)" and the rest of that line is skipped.
 * Bytes that are no UTF-8 become U+FFFD. Each line is a string of its own that keeps no chunk alive.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #isSkipping = false;
  #offset: number;
  #lineOffset: number;
  #cutCount = 0;

  /** `offset` is where the stream begins; with `isMidLine` the first line is skipped, since its start was not seen. */
  constructor(options: { offset?: number; isMidLine?: boolean; maxLineBytes?: number } = {}) {
    this.#maxLineBytes = options.maxLineBytes ?? MAX_LINE_BYTES;
    this.#offset = options.offset ?? 0;
    this.#lineOffset = this.#offset;
    this.#isSkipping = options.isMidLine ?? false;
  }

  /** How many lines were cut so far. */
  get cutCount(): number {
    return this.#cutCount;
  }

  push(chunk: Buffer): SplitLine[] {
    const lines: SplitLine[] = [];
    let from = 0;
    let newline = chunk.indexOf(NEWLINE);
    while (newline !== -1) {
      this.#endLine(chunk.subarray(from, newline), lines);
      from = newline + 1;
      this.#lineOffset = this.#offset + from;
      newline = chunk.indexOf(NEWLINE, from);
    }
    this.#keep(chunk.subarray(from), lines);
    this.#offset += chunk.length;
    return lines;
  }

  /** The last line when the stream ends without a newline. */
  flush(): SplitLine[] {
    const lines: SplitLine[] = [];
    if (this.#pendingBytes > 0) this.#endLine(Buffer.alloc(0), lines);
    return lines;
  }

  #endLine(rest: Buffer, lines: SplitLine[]): void {
    if (this.#isSkipping) {
      this.#isSkipping = false;
      return;
    }
    const bytes = this.#pendingBytes === 0 ? rest : Buffer.concat([...this.#pending, rest]);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#emit(bytes, lines);
  }

  #keep(rest: Buffer, lines: SplitLine[]): void {
    if (this.#isSkipping || rest.length === 0) return;
    // A copy: the caller may read the next chunk into the same memory.
    this.#pending.push(Buffer.from(rest));
    this.#pendingBytes += rest.length;
    if (this.#pendingBytes <= this.#maxLineBytes) return;
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#isSkipping = true;
    this.#emit(bytes, lines);
  }

  #emit(bytes: Buffer, lines: SplitLine[]): void {
    const isCut = bytes.length > this.#maxLineBytes;
    if (isCut) this.#cutCount++;
    let end = isCut ? this.#maxLineBytes : bytes.length;
    if (end > 0 && bytes[end - 1] === CARRIAGE_RETURN) end--;
    const text = bytes.toString('utf8', 0, end);
    lines.push({ text: isCut ? text + CUT_MARK : text, offset: this.#lineOffset });
  }
}
