import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { FeedError, type FeedLine } from './feed.ts';
import { LineSplitter, type SplitLine } from './split-lines.ts';

/** 8 MiB: some 30,000 lines, hours of a busy runtime, read in a tenth of a second. */
const TAIL_BYTES = 8 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
/** The bytes before our position, compared before reading on: a file cut to nothing may have grown past us again. */
const FINGERPRINT_BYTES = 64;

export interface OpenLogOptions {
  /** How much of the file's end is read. */
  readonly tailBytes?: number;
  readonly maxLineBytes?: number;
  /** The path on the node, for evidence, where ours has the host root before it. */
  readonly shownPath?: string;
}

/** One opened file: position, line count, and the pieces of a line that is not complete yet. */
export class OpenLog {
  readonly #handle: FileHandle;
  readonly #path: string;
  readonly #splitter: LineSplitter;
  readonly #chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  readonly inode: bigint | number;
  readonly openedPath: string;
  #position: number;
  /** Null where we began in the middle of the file. */
  #lineNumber: number | null;
  #fingerprint: Buffer = Buffer.alloc(0);

  private constructor(handle: FileHandle, path: string, info: Stats, options: OpenLogOptions) {
    const start = Math.max(0, info.size - (options.tailBytes ?? TAIL_BYTES));
    this.#handle = handle;
    this.#path = options.shownPath ?? path;
    this.openedPath = path;
    this.inode = info.ino;
    this.#position = start;
    this.#lineNumber = start === 0 ? 1 : null;
    this.#splitter = new LineSplitter({
      offset: start,
      isMidLine: start > 0,
      ...(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes }),
    });
  }

  static async open(path: string, options: OpenLogOptions): Promise<OpenLog> {
    // Non-blocking: a fifo in the log's place must not hold us.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const info = await handle.stat();
      if (!info.isFile()) throw new FeedError(`${path} is not a regular file`);
      return new OpenLog(handle, path, info, options);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** The next lines; null at the end of the file. `isReplaced`: what we read before is not there any more. */
  async read(): Promise<{ lines: FeedLine[] } | 'replaced' | null> {
    const overlap = this.#fingerprint.length;
    const { bytesRead } = await this.#handle.read(
      this.#chunk,
      0,
      CHUNK_BYTES,
      this.#position - overlap,
    );
    if (bytesRead < overlap) return 'replaced';
    if (!this.#chunk.subarray(0, overlap).equals(this.#fingerprint)) return 'replaced';
    if (bytesRead === overlap) return null;
    const fresh = this.#chunk.subarray(overlap, bytesRead);
    this.#position += fresh.length;
    const keepFrom = Math.max(0, bytesRead - FINGERPRINT_BYTES);
    this.#fingerprint = Buffer.from(this.#chunk.subarray(keepFrom, bytesRead));
    return { lines: this.#number(this.#splitter.push(fresh)) };
  }

  /** The last line of a file that was rotated away in mid-line. */
  flush(): FeedLine[] {
    return this.#number(this.#splitter.flush());
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }

  #number(lines: readonly SplitLine[]): FeedLine[] {
    return lines.map(({ text, offset }) => {
      const at = this.#lineNumber === null ? `@${offset}` : `:${this.#lineNumber++}`;
      return { text, where: this.#path + at, writtenAtMs: null };
    });
  }
}
