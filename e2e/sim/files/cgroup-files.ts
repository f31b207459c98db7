import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { containerUse } from '../model/container-use.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';
import {
  type CgroupVersion,
  type GroupFacts,
  type GroupTexts,
  groupTexts,
  growingTexts,
} from './cgroup-text.ts';

const ROOT = 'sys/fs/cgroup';
const CONTROLLERS: Readonly<Record<CgroupVersion, readonly string[]>> = {
  1: ['cpu', 'cpuacct', 'memory', 'pids'],
  2: ['.'],
};
/** A rate over a second is right to a tenth when its counter moves as often. */
const COUNTERS_MS = 100;
/** Everything else moves each so many rounds: once a second. */
const ROUNDS = 10;
/** 2 ms for each container: writing its files takes a tenth of that. */
const PACE_MS = 2;

/** The control groups of the containers that run, below `hostRoot`: real files that are written again and again. */
export class CgroupFiles {
  readonly #node: SimNode;
  readonly #root: string;
  readonly #version: CgroupVersion;
  /** By container id: the folder of its group, and what its files say. */
  readonly #groups = new Map<
    string,
    { readonly path: string; readonly told: Map<string, string> }
  >();
  #round = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(node: SimNode, hostRoot: string, version: CgroupVersion) {
    this.#node = node;
    this.#root = join(hostRoot, ROOT);
    this.#version = version;
    for (const controller of CONTROLLERS[version]) {
      mkdirSync(join(this.#root, controller), { recursive: true });
    }
    if (version === 2) this.#put('cgroup.controllers', 'cpuset cpu io memory pids\n');
    this.#tick();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #tick(): void {
    const isFull = this.#round % ROUNDS === 0;
    this.#round += 1;
    const { containers, sandboxes } = this.#node.store;
    const running = [...containers.values()].filter(({ state }) => state === 'running');
    const ids = new Set(running.map(({ id }) => id));
    for (const id of this.#groups.keys()) if (!ids.has(id)) this.#remove(id);
    for (const container of running) {
      const sandbox = sandboxes.get(container.sandboxId);
      if (sandbox !== undefined) this.#write(container, sandbox, isFull);
    }
    this.#timer = setTimeout(() => this.#tick(), Math.max(COUNTERS_MS, running.length * PACE_MS));
    this.#timer.unref();
  }

  #write(container: SimContainer, sandbox: SimSandbox, isFull: boolean): void {
    const known = this.#groups.get(container.id);
    const group = known ?? { path: this.#pathOf(container, sandbox), told: new Map() };
    this.#groups.set(container.id, group);
    const facts = factsOf(this.#node, container);
    if (known === undefined || isFull) this.#putAll(group, groupTexts(facts, this.#version));
    this.#overwrite(group.path, growingTexts(facts, this.#version), known === undefined);
  }

  /** As runc names it for the systemd driver. */
  #pathOf({ id }: SimContainer, { cgroupParent }: SimSandbox): string {
    const prefix = this.#node.dress.name === 'crio' ? 'crio' : 'cri-containerd';
    return join(cgroupParent || 'system.slice', `${prefix}-${id}.scope`);
  }

  /** What did not change is not written again: most of a group does not. */
  #putAll({ path, told }: { path: string; told: Map<string, string> }, texts: GroupTexts): void {
    for (const [name, text] of Object.entries(texts)) {
      if (told.get(name) === text) continue;
      told.set(name, text);
      this.#put(this.#fileOf(path, name), text);
    }
  }

  #overwrite(path: string, texts: GroupTexts, isNew: boolean): void {
    for (const [name, text] of Object.entries(texts)) {
      const target = this.#fileOf(path, name);
      // Written over from its first byte: no reader meets an empty file.
      if (isNew) this.#put(target, text);
      else writeFileSync(join(this.#root, target), text, { flag: 'r+' });
    }
  }

  /** The controller of version 1 is a tree of its own. */
  #fileOf(path: string, name: string): string {
    return join(dirname(name), path, name.slice(name.lastIndexOf('/') + 1));
  }

  /** Whole or not at all: the kernel never shows half of it. */
  #put(name: string, text: string): void {
    const target = join(this.#root, name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(`${target}.new`, text);
    renameSync(`${target}.new`, target);
  }

  #remove(id: string): void {
    const path = this.#groups.get(id)?.path ?? '';
    this.#groups.delete(id);
    for (const controller of CONTROLLERS[this.#version]) {
      rmSync(join(this.#root, controller, path), { recursive: true, force: true });
    }
  }
}

/** One thread for some programs, a few dozen for others. */
function factsOf(node: SimNode, container: SimContainer): GroupFacts {
  const threads = 1 + (Number.parseInt(container.id.slice(0, 2), 16) % 24);
  return { use: containerUse(node, container, node.clock.now()), pid: container.pid, threads };
}
