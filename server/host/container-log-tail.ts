import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { HostError, toHostError } from './host-error.ts';
import { lastWritten, type WrittenLine } from './log-line.ts';

/** One attempt of a container, as the path of its log names it. */
export interface LogOfAttempt {
  readonly namespace: string;
  readonly podName: string;
  readonly podUid: string;
  readonly container: string;
  readonly attempt: number;
}

/** 15 lines of full length (16 KiB a piece at most) seldom need more. */
const TAIL_BYTES = 128 * 1024;

/** A name that is one folder and nothing else: no separator, no way up, nothing that ends a path early. */
function isPlainName(name: string): boolean {
  return name !== '' && !/[/\\\0]/u.test(name) && name !== '.' && name !== '..';
}

function fileNameOf(log: LogOfAttempt): { folder: string; file: string } {
  const parts = [log.namespace, log.podName, log.podUid, log.container];
  if (!parts.every(isPlainName) || !Number.isInteger(log.attempt) || log.attempt < 0) {
    throw new HostError('a name with a path in it is no container');
  }
  const pod = `${log.namespace}_${log.podName}_${log.podUid}`;
  return { folder: join(pod, log.container), file: `${log.attempt}.log` };
}

/** Fails unless the opened file is a regular one below the root, by its descriptor: what a path said before is no proof. */
async function assertBeneath(handle: FileHandle, root: string): Promise<number> {
  const info = await handle.stat();
  if (!info.isFile()) throw new HostError('the log is not a regular file');
  const opened = await readlink(`/proc/self/fd/${handle.fd}`);
  if (!opened.startsWith(root + sep)) throw new HostError('the log is not below the pod log root');
  return info.size;
}

async function readTail(handle: FileHandle, size: number): Promise<string[]> {
  const start = Math.max(0, size - TAIL_BYTES);
  const chunk = Buffer.alloc(size - start);
  const { bytesRead } = await handle.read(chunk, 0, chunk.length, start);
  const lines = chunk.toString('utf8', 0, bytesRead).split('\n');
  // The first line of a tail was not seen whole.
  return start > 0 ? lines.slice(1) : lines;
}

/** The texts of what readWrittenTail tells. */
export async function readContainerLogTail(
  podLogRoot: string,
  log: LogOfAttempt,
  maxLines: number,
): Promise<readonly string[]> {
  return (await readWrittenTail(podLogRoot, log, maxLines)).map(({ text }) => text);
}

/**
 * The last lines of one attempt's log below the pod log root, oldest first. The file is opened without following a link,
 * in a folder whose real path is the expected one, and must be regular. Throws HostError when there is none to read.
 */
export async function readWrittenTail(
  podLogRoot: string,
  log: LogOfAttempt,
  maxLines: number,
): Promise<readonly WrittenLine[]> {
  const { folder, file } = fileNameOf(log);
  const shown = join(podLogRoot, folder, file);
  try {
    const root = await realpath(podLogRoot);
    const directory = await realpath(join(root, folder));
    if (directory !== join(root, folder)) {
      throw new HostError(`${shown} lies behind a symbolic link, which is not followed here`);
    }
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(join(directory, file), flags);
    try {
      const size = await assertBeneath(handle, root);
      return lastWritten(await readTail(handle, size), maxLines);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toHostError(error, shown);
  }
}
