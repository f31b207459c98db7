import { stat } from 'node:fs/promises';
import { type FeedBatch, FeedError, type FeedLine } from './feed.ts';
import { OpenLog, type OpenLogOptions } from './open-log.ts';
import { Wakeup } from './wakeup.ts';

export interface LogTailOptions extends OpenLogOptions {
  readonly signal: AbortSignal;
  /** How often the file is looked at when no change was announced: rotation, file systems without inotify. */
  readonly pollMs?: number;
  /** Where the file is now: links within a host root may lead elsewhere after a rotation. The path itself by default. */
  readonly resolve?: () => Promise<string>;
}

const POLL_MS = 2_000;

type ResolvedOptions = LogTailOptions & { readonly resolve: () => Promise<string> };

/** True when another file stands at the path now. A path without a file is a rotation half done: we stay. */
async function isRotated(options: ResolvedOptions, log: OpenLog): Promise<boolean> {
  try {
    const info = await stat(await options.resolve());
    return info.ino !== log.inode;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}

function explained(error: unknown, path: string): FeedError {
  if (error instanceof FeedError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: `there is no file ${path}`,
    EACCES: `no permission to read ${path}`,
    EPERM: `no permission to read ${path}`,
    ELOOP: `${path} is a loop of symbolic links`,
  };
  const reason = reasons[code] ?? `${path} cannot be read (${code === '' ? String(error) : code})`;
  return new FeedError(reason, { cause: error });
}

async function openOrExplain(path: string, options: ResolvedOptions): Promise<OpenLog> {
  try {
    return await OpenLog.open(await options.resolve(), { shownPath: path, ...options });
  } catch (error) {
    throw explained(error, path);
  }
}

/** The log to go on with: another one after a rotation, the same one else. */
class FollowedLog {
  readonly #path: string;
  readonly #options: ResolvedOptions;
  readonly #wakeup: Wakeup;
  #log: OpenLog;

  constructor(path: string, options: ResolvedOptions, wakeup: Wakeup, log: OpenLog) {
    this.#path = path;
    this.#options = options;
    this.#wakeup = wakeup;
    this.#log = log;
    wakeup.watch(log.openedPath);
  }

  /** The next lines, or null when everything written so far has been read. */
  async read(): Promise<FeedLine[] | null> {
    const read = await this.#log.read();
    if (read === 'replaced') return this.#reopen();
    if (read !== null) return read.lines;
    return (await isRotated(this.#options, this.#log)) ? this.#reopen() : null;
  }

  async close(): Promise<void> {
    await this.#log.close();
  }

  /** Gives out what was left of the old file. The new one is unknown from its first byte on. */
  async #reopen(): Promise<FeedLine[]> {
    const options = { ...this.#options, tailBytes: Number.MAX_SAFE_INTEGER };
    const next = await openOrExplain(this.#path, options);
    const left = this.#log.flush();
    await this.#log.close();
    this.#log = next;
    this.#wakeup.watch(next.openedPath);
    return left;
  }
}

/**
 * Follows one growing file: the last `tailBytes` first, then every new line, across rotation by rename and by copy and
 * truncate. Ends with the signal; throws FeedError when the file cannot be opened or read.
 */
export async function* followFile(path: string, given: LogTailOptions): AsyncGenerator<FeedBatch> {
  const options = { resolve: () => Promise.resolve(path), ...given };
  const { signal } = options;
  const first = await openOrExplain(path, options);
  const wakeup = new Wakeup(signal, options.pollMs ?? POLL_MS);
  const log = new FollowedLog(path, options, wakeup, first);
  try {
    while (!signal.aborted) {
      const lines = await log.read();
      if (lines === null || lines.length > 0) {
        yield { lines: lines ?? [], isCaughtUp: lines === null };
      }
      if (lines === null) await wakeup.wait();
    }
  } catch (error) {
    throw explained(error, path);
  } finally {
    wakeup.close();
    await log.close();
  }
}
