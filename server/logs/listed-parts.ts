import { headTime } from './held-part.ts';
import { systemCode } from './log-error.ts';
import { type LogRoots, type PartFolder, partFolders } from './log-root.ts';
import { compareTimes, parseLogTime } from './log-time.ts';
import type { OpenFolder } from './open-beneath.ts';
import { type LogPart, openPart } from './open-log.ts';
import { comparePartNames, type PartName } from './part-name.ts';

/** A part as a look at the folder found it. */
export interface ListedPart {
  readonly folder: PartFolder;
  readonly name: PartName;
  readonly inode: number;
}

/** The parts of these attempts and later ones, in order. What goes while it is listed is left out. */
export async function listParts(
  roots: LogRoots,
  container: OpenFolder,
  fromAttempt: number,
): Promise<readonly ListedPart[]> {
  const folders = await partFolders(roots, container, null);
  const listed: ListedPart[] = [];
  for (const folder of folders) {
    for (const name of folder.parts) {
      if (name.attempt < fromAttempt) continue;
      const info = await folder.folder.info(name.name).catch((error: unknown) => {
        if (systemCode(error) !== 'ENOENT') throw error;
        return null;
      });
      if (info !== null) listed.push({ folder, name, inode: info.ino });
    }
  }
  return listed.sort((a, b) => comparePartNames(a.name, b.name));
}

/** Opens what was listed; null when its name stands for another file by now: what comes behind is for the next look. */
export async function openIfSame({ folder, name, inode }: ListedPart): Promise<LogPart | null> {
  const part = await openPart(folder, name);
  if (part.inode === inode) return part;
  await part.handle.close();
  return null;
}

/** Whether a part begins before (< 0), with or after (> 0) a line of that time. */
export async function compareHeads(part: LogPart, wanted: string | null): Promise<number> {
  const [head, other] = [await headTime(part), wanted].map((text) =>
    text === null ? null : parseLogTime(text),
  );
  // Without a line yet it is a file that was just begun; without a time to compare only the file being written is new.
  if (!head) return 1;
  if (!other) return part.rotation === null ? 1 : -1;
  return compareTimes(head, other);
}

/** Opens the part whose first line is of that time, and those behind it; none when it is not among them. */
export async function openFrom(
  listed: readonly ListedPart[],
  wanted: string | null,
): Promise<readonly LogPart[]> {
  const opened: LogPart[] = [];
  if (wanted === null) return opened;
  try {
    for (const one of listed) {
      const part = await openIfSame(one);
      if (part === null) return opened;
      if (opened.length > 0 || (await headTime(part)) === wanted) opened.push(part);
      else await part.handle.close();
    }
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') {
      await Promise.all(opened.map((part) => part.handle.close()));
      throw error;
    }
  }
  return opened;
}

/** Closes docker's folders, which are opened for each look; the container's own stays open. */
export async function closeFolders(listed: readonly ListedPart[]): Promise<void> {
  const docker = new Set(
    listed.filter(({ folder }) => folder.form === 'docker').map((l) => l.folder),
  );
  await Promise.all([...docker].map(({ folder }) => folder.close()));
}
