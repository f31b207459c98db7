import { existsSync, mkdirSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Random } from '../engine/random.ts';
import type { SimContainer } from '../model/objects.ts';
import { LogFile } from './log-file.ts';

/** Where kubelet keeps pod logs on the node. */
export const POD_LOG_ROOT = '/var/log/pods';

/** The /var/log/pods tree: container logs in CRI form, made and removed as kubelet does. */
export class PodLogs {
  readonly root: string;
  readonly #files = new Map<string, LogFile>();
  readonly #formatTime: (atMs: number, random: Random) => string;
  readonly #mode: number;
  readonly #random: Random;

  constructor(options: {
    readonly root: string;
    readonly formatTime: (atMs: number, random: Random) => string;
    readonly mode: number;
    readonly random: Random;
  }) {
    this.root = options.root;
    this.#formatTime = options.formatTime;
    this.#mode = options.mode;
    this.#random = options.random;
    mkdirSync(this.root, { recursive: true });
  }

  /** The pod's directory is made before RunPodSandbox and stays when that fails. */
  makePodDirectory(nodePath: string): void {
    mkdirSync(this.#onDisk(nodePath), { recursive: true });
  }

  open(container: SimContainer): void {
    this.#files.set(container.id, new LogFile(this.#onDisk(container.logPath), this.#mode));
  }

  write(container: SimContainer, atMs: number, stream: 'stdout' | 'stderr', text: string): void {
    const time = this.#formatTime(atMs, this.#random);
    this.#files.get(container.id)?.write(`${time} ${stream} F ${text}`);
  }

  remove(container: SimContainer): void {
    const file = this.#files.get(container.id);
    file?.close();
    this.#files.delete(container.id);
    if (file !== undefined) rmSync(file.path, { force: true });
  }

  /** As kubelet asks after it gave the file another name: what is written from now on stands in the log's place. */
  reopen(container: SimContainer, isCut: boolean): void {
    this.closeLog(container);
    this.open(container);
    if (isCut) truncateSync(this.#onDisk(container.logPath));
  }

  /** Ends the file and leaves it where it is. */
  closeLog(container: SimContainer): void {
    this.#files.get(container.id)?.close();
    this.#files.delete(container.id);
  }

  hasDirectory(nodePath: string): boolean {
    return existsSync(this.#onDisk(nodePath));
  }

  /** Whoever names it: nothing but a pod's folder goes. */
  removePodDirectory(nodePath: string): void {
    const folder = this.#onDisk(nodePath);
    if (dirname(folder) === this.root) rmSync(folder, { recursive: true, force: true });
  }

  flush(): void {
    for (const file of this.#files.values()) file.flush();
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
  }

  #onDisk(nodePath: string): string {
    // Whatever the path says, it stays below the host root.
    const hostRoot = this.root.slice(0, -POD_LOG_ROOT.length);
    return join(hostRoot, resolve('/', nodePath));
  }
}
