import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../host-error.ts';

/** Folders looked into in one search: a full node has some 600; more belong to something else than pods. */
const MAX_FOLDERS = 6_000;
/** Nodes that run in containers of other nodes nest; nothing real is deeper. */
const MAX_DEPTH = 16;

/** <id>, cri-containerd-<id>.scope, crio-<id>, docker-<id>.scope, and system.slice:cri-containerd:<id>. */
const CONTAINER_FOLDER = /(?:^|[-_:])([0-9a-f]{64})(?:\.scope)?$/;
/** CRI-O's watcher of a container has a group of its own that bears the container's id. */
const WATCHER = /conmon/;
const IS_PODS = /kubepods/;

export interface FoundGroups {
  /** Paths below the hierarchy's root, by container or sandbox id. */
  readonly paths: ReadonlyMap<string, string>;
  /** True when folders were left out, above the bound. */
  readonly isCut: boolean;
}

function foldersIn(path: string): readonly string[] {
  let entries: readonly Dirent[];
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return []; // It went meanwhile.
  }
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function idOf(folder: string): string | null {
  return WATCHER.test(folder) ? null : (CONTAINER_FOLDER.exec(folder)?.[1] ?? null);
}

interface Folder {
  readonly path: string;
  readonly depth: number;
}

/**
 * The groups of these containers, whatever the driver calls them and wherever they are. The pods' own tree is searched
 * first, so that the bound cuts something else.
 */
export function findGroups(root: string, wanted: ReadonlySet<string>): FoundGroups {
  const paths = new Map<string, string>();
  const pending: Folder[] = [{ path: '', depth: 0 }];
  let left = MAX_FOLDERS;
  for (
    let next = pending.pop();
    next !== undefined && left > 0 && paths.size < wanted.size;
    next = pending.pop()
  ) {
    left -= 1;
    const below = foldersIn(join(root, next.path)).filter((name) => {
      const id = idOf(name);
      const isFound = id !== null && wanted.has(id);
      if (isFound) paths.set(id, join(next.path, name));
      return !isFound;
    });
    if (next.depth < MAX_DEPTH) pending.push(...below.sort(podsLast).map(into(next)));
  }
  return { paths, isCut: left === 0 && paths.size < wanted.size };
}

/** The last one put in is looked into first. */
function podsLast(a: string, b: string): number {
  return Number(IS_PODS.test(a)) - Number(IS_PODS.test(b));
}

function into(parent: Folder): (name: string) => Folder {
  return (name) => ({ path: join(parent.path, name), depth: parent.depth + 1 });
}
