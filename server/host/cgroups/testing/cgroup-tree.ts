import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const FIXTURES = resolve(import.meta.dirname, '../fixtures');
const V1 = ['cpu', 'cpuacct', 'memory', 'pids'];

/** A node's /sys/fs/cgroup and /proc in a temporary folder, of real files; the kernel's part is played by the test. */
export class CgroupTree {
  readonly hostRoot = mkdtempSync(join(tmpdir(), 'cgroup-tree-'));
  readonly version: 1 | 2;

  constructor(version: 1 | 2) {
    this.version = version;
    if (version === 2) this.put('sys/fs/cgroup/cgroup.controllers', 'cpu io memory pids\n');
    else for (const name of V1) mkdirSync(this.#cgroup(name), { recursive: true });
  }

  /** A group as a container has it: the recorded files, then what the test says. Of version 1 files are "memory/memory.stat". */
  addContainer(path: string, files: Readonly<Record<string, string>> = {}): void {
    if (this.version === 2) cpSync(join(FIXTURES, 'v2'), this.#cgroup(path), { recursive: true });
    else for (const name of V1) this.#copyController(name, path);
    this.write(path, files);
  }

  /** The group of version 2 that stands beside on a hybrid node. */
  addUnified(path: string, files: Readonly<Record<string, string>> = {}): void {
    this.put('sys/fs/cgroup/unified/cpu.pressure', '');
    this.#copyController('unified', path);
    for (const [name, text] of Object.entries(files)) {
      this.put(join('sys/fs/cgroup/unified', path, name), text);
    }
  }

  write(path: string, files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      const controller = this.version === 1 ? dirname(name) : '';
      this.put(join('sys/fs/cgroup', controller, path, name.replace(/^.*\//u, '')), text);
    }
  }

  remove(path: string): void {
    const controllers = this.version === 2 ? [''] : V1;
    for (const name of controllers) rmSync(join(this.#cgroup(name), path), { recursive: true });
  }

  /** A process with a network of its own, or in the node's. */
  addProcess(pid: number, netDev: string, network = `net:[${pid}]`): void {
    this.put(`proc/${pid}/net/dev`, netDev);
    mkdirSync(join(this.hostRoot, `proc/${pid}/ns`), { recursive: true });
    symlinkSync(network, join(this.hostRoot, `proc/${pid}/ns/net`));
  }

  put(path: string, text: string): void {
    const target = join(this.hostRoot, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
  }

  close(): void {
    rmSync(this.hostRoot, { recursive: true, force: true });
  }

  #copyController(name: string, path: string): void {
    cpSync(join(FIXTURES, 'v1', name), join(this.#cgroup(name), path), { recursive: true });
  }

  #cgroup(path: string): string {
    return join(this.hostRoot, 'sys/fs/cgroup', path);
  }
}

/** /proc/<pid>/net/dev of a pod with eth0. */
export function netDev(receivedBytes: number, sentBytes: number, name = 'eth0'): string {
  const row = (iface: string, rx: number, tx: number) =>
    `${iface.padStart(6)}: ${rx} 8 0 0 0 0 0 0 ${tx} 9 0 0 0 0 0 0\n`;
  return `Inter-|   Receive    |  Transmit\n face |bytes packets |bytes packets\n${row('lo', 999, 999)}${row(name, receivedBytes, sentBytes)}`;
}
