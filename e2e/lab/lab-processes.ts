import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LabRecord } from './lab-record.ts';

export interface StartOptions {
  /** Descriptor that takes both outputs. */
  readonly output: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** The one owner of the lab's long-lived programs: each is written into the lab's record before it can be forgotten. */
export class LabProcesses {
  readonly #record: LabRecord;
  readonly #children = new Map<string, ChildProcess>();

  constructor(record: LabRecord) {
    this.#record = record;
  }

  /** Starts a program in a process group of its own, so that Ctrl-C reaches only us and we end it in order. */
  start(name: string, command: string, args: readonly string[], options: StartOptions): void {
    const child = spawn(command, args, {
      detached: true,
      stdio: ['ignore', options.output, options.output],
      ...(options.env === undefined ? {} : { env: options.env as NodeJS.ProcessEnv }),
    });
    // Without a listener a missing program would end the whole test process.
    child.once('error', () => this.#children.delete(name));
    child.once('exit', () => {
      if (this.#children.get(name) === child) this.#children.delete(name);
    });
    this.#children.set(name, child);
    if (child.pid !== undefined) this.#record.addProcess(name, child.pid);
  }

  isRunning(name: string): boolean {
    return this.#children.has(name);
  }

  signal(name: string, signal: NodeJS.Signals): void {
    const child = this.#children.get(name);
    if (child === undefined) throw new Error(`${name} is not running`);
    child.kill(signal);
  }

  /** Ends a program (a stopped one too) and resolves when it is gone. */
  async end(name: string, signal: NodeJS.Signals): Promise<void> {
    const child = this.#children.get(name);
    if (child === undefined) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    if (signal !== 'SIGKILL') child.kill('SIGCONT');
    const fuse = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await gone;
    clearTimeout(fuse);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#children.keys()].map((name) => this.end(name, 'SIGTERM')));
  }
}
