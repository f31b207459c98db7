import { statSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../host-error.ts';

/** Where the node's control groups are; folders of version 1 by controller, null where one is not there. */
export type CgroupLayout =
  | { readonly version: 2; readonly root: string; readonly missing: null }
  | {
      readonly version: 1;
      readonly cpu: string | null;
      readonly cpuacct: string | null;
      readonly memory: string | null;
      readonly pids: string | null;
      /** Hybrid nodes have an empty version 2 beside; a kernel with pressure keeps it there. */
      readonly unified: string | null;
      readonly missing: null;
    }
  | { readonly version: null; readonly missing: string };

const CGROUP_ROOT = 'sys/fs/cgroup';

function folderOrNull(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? path : null;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function isThere(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return false;
  }
}

/** Looks which version the node at `hostRoot` has. Version 2 only where it is the one hierarchy. */
export function findCgroupLayout(hostRoot: string): CgroupLayout {
  const root = join(hostRoot, CGROUP_ROOT);
  if (isThere(join(root, 'cgroup.controllers'))) return { version: 2, root, missing: null };
  // Some nodes mount two controllers as one ("cpu,cpuacct") and link the single names to it.
  const [cpu = null, cpuacct = null, memory = null, pids = null, unified = null] = [
    'cpu',
    'cpuacct',
    'memory',
    'pids',
    'unified',
  ].map((name) => folderOrNull(join(root, name)));
  if (cpuacct === null && memory === null) {
    return { version: null, missing: `no control groups below ${root}` };
  }
  const hasPressure = unified !== null && isThere(join(unified, 'cpu.pressure'));
  return {
    version: 1,
    cpu,
    cpuacct,
    memory,
    pids,
    unified: hasPressure ? unified : null,
    missing: null,
  };
}

/** The hierarchy in which groups are looked for: each has the same tree. */
export function treeOf(layout: CgroupLayout): string | null {
  if (layout.version === null) return null;
  return layout.version === 2 ? layout.root : (layout.memory ?? layout.cpuacct);
}
