import { join } from 'node:path';
import type { ConfigFile } from '../contract/host-facts.ts';
import { stripControl } from '../lib/strip-control.ts';
import {
  type ConfigHints,
  type ConfigPlaces,
  cniBinDirsOf,
  configPlaces,
} from './config-places.ts';
import { readImports } from './containerd-imports.ts';
import { HostError } from './host-error.ts';
import { inTurns } from './in-turns.ts';
import { listOrNone, statOnNode } from './node-files.ts';

/** More in one folder is no configuration. */
const MAX_NAMES = 1_000;
const MAX_FILES = 2_000;

async function pathsOf(hostRoot: string, places: ConfigPlaces): Promise<string[]> {
  const list = (folder: string) => listOrNone(hostRoot, folder, MAX_NAMES);
  const within = async (folder: string) => (await list(folder)).map((name) => join(folder, name));
  const inFolders = await Promise.all(places.folders.map(within));
  const hosts = (await Promise.all(places.trees.map(within))).flat();
  const inTrees = await inTurns(hosts, within);
  return [...places.files, ...inFolders.flat(), ...inTrees.flat()];
}

async function readFile(
  hostRoot: string,
  path: string,
  kind: ConfigFile['kind'],
): Promise<ConfigFile | null> {
  const info = await statOnNode(hostRoot, path);
  if (info === null || !info.isFile()) return null;
  return {
    path: stripControl(path),
    kind,
    modifiedAtMs: info.mtimeMs > 0 ? Math.trunc(info.mtimeMs) : null,
    sizeBytes: info.size,
  };
}

/**
 * The files that decide how pods start, with age and size: configuration of runtime, kubelet, registries, CNI and crictl,
 * and the programs they start. What is not there is left out. Throws HostError when there are too many to be configuration.
 */
export async function readConfigFiles(
  hostRoot: string,
  hints: ConfigHints,
): Promise<readonly ConfigFile[]> {
  const found = new Map<string, ConfigFile['kind']>();
  for (const path of await readImports(hostRoot)) found.set(path, 'runtime');
  for (const places of configPlaces(hints)) {
    for (const path of await pathsOf(hostRoot, places)) {
      if (!found.has(path)) found.set(path, places.kind);
    }
  }
  if (found.size > MAX_FILES) {
    throw new HostError(`there are more than ${MAX_FILES} files where configuration is looked for`);
  }
  const files = await inTurns([...found], ([path, kind]) => readFile(hostRoot, path, kind));
  return files.filter((file) => file !== null);
}

/** The names of the programs in the CNI binary directories. */
export async function readCniPrograms(
  hostRoot: string,
  hints: Pick<ConfigHints, 'cniBinDirs'>,
): Promise<readonly string[]> {
  const lists = await Promise.all(
    cniBinDirsOf(hints).map((folder) => listOrNone(hostRoot, folder, MAX_NAMES)),
  );
  return lists.flat();
}
