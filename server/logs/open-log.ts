import type { FileHandle } from 'node:fs/promises';
import { LogError, systemCode, toLogError } from './log-error.ts';
import {
  type LogForm,
  type LogRoots,
  openContainerFolder,
  type PartFolder,
  partFolders,
} from './log-root.ts';
import { comparePartNames, type PartName } from './part-name.ts';
import { unpackedSize } from './unpack.ts';

/** A part that is held open: it can be read to its end also after it was renamed or removed. */
export interface LogPart extends PartName {
  readonly handle: FileHandle;
  readonly form: LogForm;
  readonly inode: number;
  /** Bytes of log in it when it was opened, unpacked. */
  readonly sizeBytes: number;
  readonly modifiedAtMs: number;
}

/** The parts of a container's log at one moment, oldest first. The caller closes it. */
export interface OpenLog {
  readonly parts: readonly LogPart[];
  close(): Promise<void>;
}

/** As many as kubelet would keep of twenty attempts; older parts beyond are not read. */
const MAX_PARTS = 128;
/** Rotation takes milliseconds and comes every ten seconds at most: a second look nearly always settles it. */
const MAX_LOOKS = 5;

/** Opens one part. */
export async function openPart({ folder, form }: PartFolder, name: PartName): Promise<LogPart> {
  const { handle, info } = await folder.file(name.name);
  const sizeBytes = name.isPacked ? await unpackedSize(handle, info.size) : info.size;
  return { ...name, handle, form, inode: info.ino, sizeBytes, modifiedAtMs: info.mtimeMs };
}

async function closeAll(parts: readonly LogPart[]): Promise<void> {
  await Promise.all(parts.map((part) => part.handle.close()));
}

/** Opens what is listed; null when something went or came meanwhile, so that the list is no longer true. */
async function openListed(folders: readonly PartFolder[]): Promise<LogPart[] | null> {
  const listed = folders.flatMap((folder) => folder.parts.map((name) => ({ folder, name })));
  const parts: LogPart[] = [];
  let isTrue = true;
  try {
    for (const { folder, name } of listed.slice(-MAX_PARTS))
      parts.push(await openPart(folder, name));
    for (const [index, { folder, name }] of listed.slice(-MAX_PARTS).entries()) {
      isTrue &&= (await folder.folder.info(name.name)).ino === parts[index]?.inode;
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') {
      await closeAll(parts);
      throw error;
    }
    isTrue = false;
  }
  if (isTrue) return parts.sort(comparePartNames);
  await closeAll(parts);
  return null;
}

async function look(
  roots: LogRoots,
  steps: readonly string[],
  attempt: number | null,
): Promise<LogPart[] | null> {
  const folder = await openContainerFolder(roots, steps);
  if (folder === null) throw new LogError('absent', noLog(roots, steps));
  let folders: readonly PartFolder[] = [];
  try {
    folders = await partFolders(roots, folder, attempt);
    return await openListed(folders);
  } finally {
    await folder.close();
    await Promise.all(folders.slice(1).map((one) => one.folder.close()));
  }
}

function noLog(roots: LogRoots, steps: readonly string[]): string {
  return `There is no log of it below ${roots.podLogs} (${steps.join('/')}).`;
}

/** Opens a container's log, of one attempt or of all; throws LogError when there is none or it must not be read. */
export async function openLog(
  roots: LogRoots,
  steps: readonly string[],
  attempt: number | null,
): Promise<OpenLog> {
  try {
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      const parts = await look(roots, steps, attempt);
      if (parts === null) continue;
      if (parts.length === 0) throw new LogError('absent', noLog(roots, steps));
      return { parts, close: () => closeAll(parts) };
    }
  } catch (error) {
    throw toLogError(error, [roots.podLogs, ...steps].join('/'));
  }
  throw new LogError(
    'unreadable',
    'The log was rotated again and again while it was being opened.',
  );
}
