import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PodLogDirectory } from '../contract/node-files.ts';
import { stripControl } from '../lib/strip-control.ts';
import { createdAtMs } from './created-at.ts';
import { HostError, systemCode, toHostError } from './host-error.ts';
import { inTurns } from './in-turns.ts';

/** Twenty times the pods of a large node; a folder with more is not a pod log root. */
const MAX_PODS = 10_000;
const ATTEMPT_LOG = /^(\d{1,9})\.log/;

/** NAMESPACE_NAME_UID: neither namespace nor name nor uid holds an underscore. */
function parseName(name: string): { namespace: string; name: string; uid: string } | null {
  const parts = name.split('_');
  const [namespace, podName, uid] = parts;
  if (parts.length !== 3 || !namespace || !podName || !uid) return null;
  return {
    namespace: stripControl(namespace),
    name: stripControl(podName),
    uid: stripControl(uid),
  };
}

/** The entries, or none when the folder has just gone. */
async function entriesOf(path: string): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

async function attemptsOf(path: string): Promise<number[]> {
  const attempts = new Set<number>();
  for (const entry of await entriesOf(path)) {
    const attempt = ATTEMPT_LOG.exec(entry.name)?.[1];
    if (attempt !== undefined) attempts.add(Number(attempt));
  }
  return [...attempts].sort((a, b) => a - b);
}

async function statOrNull(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

async function readPod(
  root: string,
  shownRoot: string,
  folder: string,
): Promise<PodLogDirectory[]> {
  const names = parseName(folder);
  if (names === null) return [];
  const path = join(root, folder);
  const containers = (await entriesOf(path)).filter((entry) => entry.isDirectory());
  return [
    {
      ...names,
      path: join(shownRoot, stripControl(folder)),
      createdAtMs: createdAtMs(await statOrNull(path)),
      containers: await Promise.all(
        containers.map(async (entry) => ({
          name: stripControl(entry.name),
          attempts: await attemptsOf(join(path, entry.name)),
        })),
      ),
    },
  ];
}

/**
 * The pods that have a folder below the pod log root, with the attempts each container has a log of. `shownRoot` is the
 * root as it is called on the node. Throws HostError when the root cannot be read; folders that go meanwhile are left out.
 */
export async function readPodLogDirectories(
  root: string,
  shownRoot: string,
): Promise<readonly PodLogDirectory[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    throw toHostError(error, shownRoot);
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (folders.length > MAX_PODS)
    throw new HostError(`${shownRoot} has more than ${MAX_PODS} folders`);
  const pods = await inTurns(folders, (folder) => readPod(root, shownRoot, folder));
  return pods.flat();
}
