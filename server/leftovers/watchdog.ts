import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import type { KeptStartRecord } from './kept-starts.ts';
import { WATCHDOG_SCRIPT } from './watchdog-script.ts';

const SHELL = '/bin/sh';
/** /proc counts process times in hundredths of a second, on every architecture. */
const TICK_MS = 10;

/** Nothing of our own environment, which may hold tokens. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

type Child = ChildProcessByStdio<Writable, null, null>;

export interface WatchdogOptions {
  /** Called with the reason when there can be none. */
  onFailure(error: unknown): void;
  readonly shell?: string;
}

/**
 * A shell that does nothing but wait for the end of this server: its pipe breaks, whatever ended us, and then it ends what
 * was started in containers. It is there only while there is something.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  #child: Child | null = null;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  /** Its process; null while there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Tells it all that has not ended; an empty list lets it go. */
  watch(starts: readonly KeptStartRecord[]): void {
    const records = starts.map(toRecord).filter((record) => record !== null);
    if (records.length === 0) {
      this.#letGo();
      return;
    }
    this.#child ??= this.#start();
    this.#child.stdin.write(`${records.join(' ')}\n`);
  }

  #letGo(): void {
    const child = this.#child;
    this.#child = null;
    // The empty list first: it must not take our leave for our death.
    child?.stdin.end('\n');
  }

  #start(): Child {
    const child = spawn(this.#options.shell ?? SHELL, ['-c', WATCHDOG_SCRIPT], {
      // Its own session: what is meant for us, such as Ctrl-C, is not meant for it.
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      cwd: '/',
      env: ENVIRONMENT,
    });
    const fail = (error: unknown): void => {
      if (this.#child !== child) return;
      this.#child = null;
      this.#options.onFailure(error);
    };
    child.once('error', fail);
    child.once('exit', (code, signal) => fail(new Error(`it ended with ${signal ?? code}`)));
    // A pipe that breaks is told by its end.
    child.stdin.on('error', () => undefined);
    child.unref();
    // A pipe to a process is a socket, and would keep us alive.
    if (child.stdin instanceof Socket) child.stdin.unref();
    return child;
  }
}

/** Null where nobody can find it again: without the node's clock of processes. */
function toRecord({ containerId, command, sinceMs, process }: KeptStartRecord): string | null {
  if (process !== null) {
    return `P:${containerId}:${process.pid}:${Math.round(process.startedAfterMs / TICK_MS)}`;
  }
  if (sinceMs === null) return null;
  const digest = createHash('sha256')
    .update(command.map((word) => `${word}\0`).join(''))
    .digest('hex');
  return `S:${containerId}:${Math.floor(sinceMs / TICK_MS)}:${digest}`;
}
