import { LogBytes } from './log-bytes.ts';
import { parseLogLine } from './log-line.ts';
import type { LogPart } from './open-log.ts';

/** Compared before more is read: proof that the file is still the one that was read so far. */
const MARK_BYTES = 64;
const CHUNK_BYTES = 64 * 1024;
const HEAD_BYTES = 4 * 1024;
/** A runtime that still has a file open for its last lines writes them within milliseconds. */
const OLD_MS = 2_000;

/** What reading on in a part gave: bytes, nothing new, or that what was read before is no longer in it. */
export type ReadOn =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'end' }
  | { readonly kind: 'cut'; readonly sizeBytes: number };

/** A part that a follower holds open and reads to its end, however it is called by then. */
export class HeldPart {
  readonly part: LogPart;
  /** Parts between the one before and it may have gone unseen. */
  isAfterGap = false;
  #headTime: string | null = null;
  #offset: number;
  #mark: Buffer = Buffer.alloc(0);
  #unpacked: AsyncGenerator<{ readonly bytes: Buffer }, void, void> | null = null;

  constructor(part: LogPart, offset: number) {
    this.part = part;
    this.#offset = offset;
  }

  /** How far it was read. */
  get offset(): number {
    return this.#offset;
  }

  /** The time of its first line, kept from when it was first asked for: it outlives the file's being cut. */
  async headTime(): Promise<string | null> {
    this.#headTime ??= await headTime(this.part);
    return this.#headTime;
  }

  /** Begins anew after the file was cut. */
  rewind(): void {
    this.#offset = 0;
    this.#mark = Buffer.alloc(0);
    this.#headTime = null;
  }

  /** The next bytes. The chunk is its own memory. */
  async readOn(): Promise<ReadOn> {
    return this.part.isPacked ? this.#readPacked() : this.#readPlain();
  }

  async #readPlain(): Promise<ReadOn> {
    const { handle } = this.part;
    const { size } = await handle.stat();
    if (size < this.#offset) return { kind: 'cut', sizeBytes: size };
    if (size === this.#offset) return { kind: 'end' };
    await this.headTime();
    const marked = this.#mark.length;
    const length = Math.min(CHUNK_BYTES, size - this.#offset);
    const chunk = Buffer.allocUnsafe(marked + length);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, this.#offset - marked);
    if (bytesRead < marked || !chunk.subarray(0, marked).equals(this.#mark)) {
      return { kind: 'cut', sizeBytes: size };
    }
    if (bytesRead === marked) return { kind: 'end' };
    const bytes = chunk.subarray(marked, bytesRead);
    this.#offset += bytes.length;
    this.#mark = Buffer.from(chunk.subarray(Math.max(0, bytesRead - MARK_BYTES), bytesRead));
    return { kind: 'bytes', bytes };
  }

  async #readPacked(): Promise<ReadOn> {
    this.#unpacked ??= new LogBytes([this.part]).chunks(this.#offset, this.part.sizeBytes);
    const next = await this.#unpacked.next();
    if (next.done === true) return { kind: 'end' };
    this.#offset += next.value.bytes.length;
    return { kind: 'bytes', bytes: next.value.bytes };
  }

  /** Nobody has written to it for a while. */
  async isOld(): Promise<boolean> {
    return Date.now() - (await this.part.handle.stat()).mtimeMs > OLD_MS;
  }

  async isUnlinked(): Promise<boolean> {
    return (await this.part.handle.stat()).nlink === 0;
  }

  async close(): Promise<void> {
    await this.#unpacked?.return();
    await this.part.handle.close();
  }
}

async function headBytes(part: LogPart): Promise<Buffer> {
  if (part.isPacked) {
    for await (const { bytes } of new LogBytes([part]).chunks(0, HEAD_BYTES)) return bytes;
    return Buffer.alloc(0);
  }
  const { buffer, bytesRead } = await part.handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** The time of a part's first line, which is the same in its copy and in its packed form; null while it has none. */
export async function headTime(part: LogPart): Promise<string | null> {
  const bytes = await headBytes(part);
  const end = bytes.indexOf(0x0a);
  return parseLogLine(end === -1 ? bytes : bytes.subarray(0, end), part.form)?.time ?? null;
}
