import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { NetworkCounters } from '../../contract/stats-counters.ts';
import { systemCode } from '../host-error.ts';
import { parseFirstPid } from './cgroup-text.ts';
import { parseNetDev } from './net-dev.ts';
import { readSmallText } from './small-file.ts';

/** A pod's bytes, or why they cannot be told. */
export type PodNetwork =
  | { readonly counters: NetworkCounters; readonly missing: null; readonly isUnseen: false }
  | {
      readonly counters: null;
      readonly missing: string;
      /** True where we cannot see it, though the runtime might tell. */
      readonly isUnseen: boolean;
    };

export const HOST_NETWORK = "the pod is in the node's own network";
const NO_PROCESS = 'no process of the pod is seen';
const OTHER_PIDS =
  "the node's processes are not seen from this pid namespace; start with hostPID: true";

function none(missing: string, isUnseen: boolean): PodNetwork {
  return { counters: null, missing, isUnseen };
}

function linkOf(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

function subgroups(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return [];
  }
}

/** Some process of a group: of version 2, where only leaves hold processes, of a group below it. */
function firstPid(folder: string): number | null {
  const inIt = (path: string): number | null =>
    parseFirstPid(readSmallText(join(path, 'cgroup.procs')).text ?? '');
  const own = inIt(folder);
  if (own !== null) return own;
  for (const below of subgroups(folder)) {
    const pid = inIt(below);
    if (pid !== null) return pid;
  }
  return null;
}

/**
 * Bytes of a pod by the network that its processes see. `folders` are groups of its sandbox and containers, the sandbox
 * first: where a runtime keeps no process for it, any container tells.
 */
export function readPodNetwork(
  hostRoot: string,
  folders: readonly string[],
  tickMs: () => number,
): PodNetwork {
  let pid: number | null = null;
  for (const folder of folders) pid ??= firstPid(folder);
  if (pid === null) return none(NO_PROCESS, true);
  if (pid === 0) return none(OTHER_PIDS, true);
  const proc = join(hostRoot, 'proc', String(pid));
  const own = linkOf(join(proc, 'ns/net'));
  if (own !== null && own === linkOf(join(hostRoot, 'proc/1/ns/net'))) {
    return none(HOST_NETWORK, false);
  }
  const atMs = tickMs();
  const { text } = readSmallText(join(proc, 'net/dev'));
  const bytes = text === null ? null : parseNetDev(text);
  if (bytes === null) return none(NO_PROCESS, true);
  return { counters: { tickMs: atMs, ...bytes }, missing: null, isUnseen: false };
}
