import { join } from 'node:path';
import type { ContainerCounters } from '../../contract/stats-counters.ts';
import { type CgroupLayout, findCgroupLayout, treeOf } from './cgroup-layout.ts';
import { type ContainerGroup, type Moment, openContainerGroup } from './container-group.ts';
import { findGroups } from './find-groups.ts';
import { type PodNetwork, PodNetworkReader } from './pod-network.ts';

/** A group that is not there after two looks will not come: the container runs in a machine of its own. */
const LOOK_AGAIN_MS = 30_000;
/** 2 s: a container that has just been started gets its group before it runs. */
const LOOK_SOON_MS = 2_000;
/** Looks at a short distance before the long one. */
const SOON_LOOKS = 2;

export interface CgroupReader {
  /** "cgroup v2", "cgroup v1"; null where there are none to read. */
  readonly source: string | null;
  /** Why there is no source. */
  readonly missing: string | null;
  /** What could not be looked at, as sentences. */
  gaps(): readonly string[];
  /** Looks for the groups of these sandboxes and containers as far as they are not known, and forgets all others. */
  follow(ids: ReadonlySet<string>): void;
  /** Whether a group of it is known. */
  has(containerId: string): boolean;
  /** What a container's group tells now, pressure included if it `isClose`; null when it has none (any more). */
  read(containerId: string, isClose: boolean): ContainerCounters | null;
  /** Bytes of the pod these belong to, the sandbox first. */
  network(ids: readonly string[]): PodNetwork;
}

export interface CgroupReaderOptions extends Moment {
  readonly hostRoot: string;
}

interface Known {
  readonly path: string;
  readonly group: ContainerGroup;
}

interface Unfound {
  readonly looks: number;
  readonly atMs: number;
}

class NodeCgroupReader implements CgroupReader {
  readonly #options: CgroupReaderOptions;
  readonly #layout: CgroupLayout;
  readonly #tree: string | null;
  readonly #known = new Map<string, Known>();
  readonly #unfound = new Map<string, Unfound>();
  readonly #networks: PodNetworkReader;
  #isCut = false;

  constructor(options: CgroupReaderOptions) {
    this.#options = options;
    this.#layout = findCgroupLayout(options.hostRoot);
    this.#tree = treeOf(this.#layout);
    this.#networks = new PodNetworkReader(options.hostRoot, options.tickMs);
  }

  get source(): string | null {
    return this.#layout.version === null ? null : `cgroup v${this.#layout.version}`;
  }

  get missing(): string | null {
    return this.#layout.missing;
  }

  gaps(): readonly string[] {
    if (!this.#isCut) return [];
    return ['The node has more control groups than are searched; some containers are not found.'];
  }

  follow(ids: ReadonlySet<string>): void {
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    for (const id of this.#unfound.keys()) if (!ids.has(id)) this.#unfound.delete(id);
    const layout = this.#layout;
    if (layout.version === null || this.#tree === null) return;
    const nowMs = this.#options.tickMs();
    const wanted = new Set([...ids].filter((id) => this.#isWorthALook(id, nowMs)));
    if (wanted.size === 0) return;
    const { paths, isCut } = findGroups(this.#tree, wanted);
    this.#isCut = isCut;
    for (const id of wanted) {
      const path = paths.get(id);
      if (path === undefined) {
        this.#unfound.set(id, { looks: (this.#unfound.get(id)?.looks ?? 0) + 1, atMs: nowMs });
        continue;
      }
      this.#unfound.delete(id);
      this.#known.set(id, { path, group: openContainerGroup(layout, path) });
    }
  }

  has(containerId: string): boolean {
    return this.#known.has(containerId);
  }

  read(containerId: string, isClose: boolean): ContainerCounters | null {
    const known = this.#known.get(containerId);
    if (known === undefined) return null;
    const counters = known.group.read(this.#options, isClose);
    if (counters === null) this.#known.delete(containerId);
    return counters;
  }

  network(ids: readonly string[]): PodNetwork {
    const tree = this.#tree ?? '';
    const folders = ids.flatMap((id) => {
      const path = this.#known.get(id)?.path;
      return path === undefined ? [] : [join(tree, path)];
    });
    return this.#networks.read(folders);
  }

  #isWorthALook(id: string, nowMs: number): boolean {
    if (this.#known.has(id)) return false;
    const before = this.#unfound.get(id);
    if (before === undefined) return true;
    return nowMs - before.atMs >= (before.looks <= SOON_LOOKS ? LOOK_SOON_MS : LOOK_AGAIN_MS);
  }
}

/** Reads the control groups of containers below `hostRoot`; nothing is kept open between two readings. */
export function createCgroupReader(options: CgroupReaderOptions): CgroupReader {
  return new NodeCgroupReader(options);
}
