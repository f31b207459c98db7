import type { LogAttempt } from '../contract/log-record.ts';
import { systemCode, toLogError } from './log-error.ts';
import type { LogPlace } from './log-place.ts';
import { type LogRoots, openContainerFolder, type PartFolder, partFolders } from './log-root.ts';

interface Counted {
  sizeBytes: number;
  rotatedFiles: number;
  modifiedAtMs: number | null;
}

async function count({ folder, parts }: PartFolder, attempts: Map<number, Counted>): Promise<void> {
  for (const part of parts) {
    const counted = attempts.get(part.attempt) ?? {
      sizeBytes: 0,
      rotatedFiles: 0,
      modifiedAtMs: null,
    };
    attempts.set(part.attempt, counted);
    if (part.rotation !== null) counted.rotatedFiles++;
    try {
      const { size, mtimeMs } = await folder.info(part.name);
      counted.sizeBytes += size;
      counted.modifiedAtMs = Math.max(counted.modifiedAtMs ?? 0, mtimeMs);
    } catch (error) {
      // It went meanwhile.
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
}

const toTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(Math.floor(ms)).toISOString();

/** The attempts whose files are still on the disk, newest first; none where the container never had a log. */
export async function listAttempts(
  roots: LogRoots,
  place: LogPlace,
): Promise<readonly LogAttempt[]> {
  try {
    const folder = await openContainerFolder(roots, place.steps);
    if (folder === null) return [];
    let folders: readonly PartFolder[] = [];
    const attempts = new Map<number, Counted>();
    try {
      folders = await partFolders(roots, folder, null);
      for (const one of folders) await count(one, attempts);
    } finally {
      await folder.close();
      await Promise.all(folders.slice(1).map((one) => one.folder.close()));
    }
    return [...attempts]
      .sort(([a], [b]) => b - a)
      .map(([attempt, { sizeBytes, rotatedFiles, modifiedAtMs }]) => ({
        attempt,
        containerId: place.containerIds.get(attempt) ?? null,
        sizeBytes,
        rotatedFiles,
        modifiedAt: toTime(modifiedAtMs),
      }));
  } catch (error) {
    throw toLogError(error, [roots.podLogs, ...place.steps].join('/'));
  }
}
