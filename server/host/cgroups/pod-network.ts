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

/** More pods than a node has; pods come and go. */
const MAX_KNOWN = 2_000;

const HOST_NETWORK = "the pod is in the node's own network";
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

/** Reads the networks of pods; whose network a process is in, which does not change, is asked once. */
export class PodNetworkReader {
  readonly #hostRoot: string;
  readonly #tickMs: () => number;
  /** By the first folder asked for: its process, and whether that is in the node's own network. */
  readonly #known = new Map<string, { readonly pid: number; readonly isNodes: boolean }>();
  #nodes: string | null = null;

  constructor(hostRoot: string, tickMs: () => number) {
    this.#hostRoot = hostRoot;
    this.#tickMs = tickMs;
  }

  /**
   * Bytes of a pod by the network that its processes see. `folders` are groups of its sandbox and containers, the sandbox
   * first: where a runtime keeps no process for it, any container tells.
   */
  read(folders: readonly string[]): PodNetwork {
    let pid: number | null = null;
    for (const folder of folders) pid ??= firstPid(folder);
    if (pid === null) return none(NO_PROCESS, true);
    if (pid === 0) return none(OTHER_PIDS, true);
    if (this.#isNodes(folders[0] ?? '', pid)) return none(HOST_NETWORK, false);
    const atMs = this.#tickMs();
    const { text } = readSmallText(join(this.#hostRoot, 'proc', String(pid), 'net/dev'));
    const bytes = text === null ? null : parseNetDev(text);
    if (bytes === null) return none(NO_PROCESS, true);
    return { counters: { tickMs: atMs, ...bytes }, missing: null, isUnseen: false };
  }

  #isNodes(folder: string, pid: number): boolean {
    const known = this.#known.get(folder);
    if (known?.pid === pid) return known.isNodes;
    this.#nodes ??= linkOf(join(this.#hostRoot, 'proc/1/ns/net'));
    const own = linkOf(join(this.#hostRoot, 'proc', String(pid), 'ns/net'));
    const isNodes = own !== null && own === this.#nodes;
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
    this.#known.set(folder, { pid, isNodes });
    return isNodes;
  }
}
