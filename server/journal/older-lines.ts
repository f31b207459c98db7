import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { FeedLine } from './feed.ts';
import { FeedError } from './feed.ts';
import { type LogFile, listLogFiles } from './log-files.ts';
import { seekTime } from './seek-time.ts';
import { LineSplitter } from './split-lines.ts';

/** 48 MiB: some 180,000 lines, about three seconds of one core; what is older is left out and said. */
const MAX_BYTES = 48 * 1024 * 1024;
/** Logs shrink to a tenth and less. */
const UNPACKED_TIMES = 12;

export interface OlderOptions {
  readonly sinceMs: number;
  readonly timeOf: (line: string) => number | null;
  readonly signal: AbortSignal;
  readonly maxBytes?: number;
}

/** A part of a log file that is to be read. */
interface Stretch {
  readonly file: LogFile;
  readonly startBytes: number;
  /** True where the file holds no line before the time asked for. */
  readonly beginsLater: boolean;
}

/** From where one file has to be read. */
async function findStretch(file: LogFile, options: OlderOptions): Promise<Stretch> {
  if (file.isPacked) return { file, startBytes: 0, beginsLater: true };
  const handle = await open(file.path, 'r');
  try {
    const startBytes = await seekTime(handle, file.sizeBytes, options);
    return { file, startBytes, beginsLater: startBytes === 0 };
  } finally {
    await handle.close();
  }
}

export interface OlderLog {
  /** Newest first, as they were looked for. */
  readonly stretches: readonly Stretch[];
  /** True when a bound kept older lines from being read. */
  readonly isCut: boolean;
}

/** Which parts of a log hold its lines since a time, within the bound, from the newest file back. */
export async function findOlderLog(path: string, options: OlderOptions): Promise<OlderLog> {
  const stretches: Stretch[] = [];
  let leftBytes = options.maxBytes ?? MAX_BYTES;
  for (const file of await listLogFiles(path)) {
    // What was last written before that time holds nothing of it.
    if (file.modifiedAtMs < options.sinceMs) break;
    options.signal.throwIfAborted();
    const stretch = await findStretch(file, options);
    const bytes = file.isPacked
      ? file.sizeBytes * UNPACKED_TIMES
      : file.sizeBytes - stretch.startBytes;
    if (bytes > leftBytes) {
      if (!file.isPacked && leftBytes > 0) {
        stretches.push({ ...stretch, startBytes: file.sizeBytes - leftBytes });
      }
      return { stretches, isCut: true };
    }
    leftBytes -= bytes;
    stretches.push(stretch);
    if (!stretch.beginsLater) break;
  }
  return { stretches, isCut: false };
}

/** The lines of these parts, oldest first, in batches. Throws FeedError when a file cannot be read. */
export async function* readOlderLog(
  log: OlderLog,
  shownFolder: string,
  signal: AbortSignal,
): AsyncGenerator<readonly FeedLine[]> {
  for (const { file, startBytes } of [...log.stretches].reverse()) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    const splitter = new LineSplitter({ offset: startBytes, isMidLine: startBytes > 0 });
    const bytes = createReadStream(file.path, { start: startBytes, signal });
    try {
      for await (const chunk of file.isPacked ? bytes.pipe(createGunzip()) : bytes) {
        yield splitter.push(chunk).map(({ text, offset }) => ({
          text,
          where: `${shownFolder}/${name}@${offset}`,
          writtenAtMs: null,
        }));
      }
    } catch (error) {
      signal.throwIfAborted();
      throw new FeedError(`${shownFolder}/${name} cannot be read`, { cause: error });
    } finally {
      bytes.destroy();
    }
  }
}
