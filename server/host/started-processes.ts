import { readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { LeftProcess, StartedProcess } from '../contract/started-process.ts';
import { delay } from '../lib/abort.ts';
import { HostError, systemCode } from './host-error.ts';
import { readNodeText } from './node-files.ts';
import type { ProcStat } from './proc-stat.ts';
import { readOwner } from './process-details.ts';
import { readProcessTable } from './process-table.ts';

const MAX_FILE_BYTES = 64 * 1024;
/** /proc tells times in hundredths of a second; one more for what began within the same one. */
const CLOCK_STEP_MS = 10;
/** 400 ms for a shell to end after a hangup, then 1 s for the kernel to take away what was killed. */
const HANGUP_MS = 400;
const KILL_MS = 1_000;
const LOOK_MS = 50;

export interface StartedOptions {
  readonly hostRoot: string;
  /** Sends a signal; for tests of what cannot be made on every machine. */
  readonly kill?: (pid: number, signal: NodeJS.Signals) => void;
}

/** Finds again what was started in a container, and ends it. Everything else is left alone. */
export class StartedProcesses {
  readonly #hostRoot: string;
  readonly #kill: (pid: number, signal: NodeJS.Signals) => void;

  constructor({ hostRoot, kill }: StartedOptions) {
    this.#hostRoot = hostRoot;
    this.#kill = kill ?? ((pid, signal) => void process.kill(pid, signal));
  }

  /** The node's clock of processes; null where its processes cannot be seen. */
  async now(): Promise<number | null> {
    const text = await this.#text('uptime');
    const seconds = Number.parseFloat(text ?? '');
    return Number.isFinite(seconds) ? Math.floor(seconds * 100) * 10 - CLOCK_STEP_MS : null;
  }

  /**
   * The process of a command that was started in the container since then: it leads its own session, its parent is none of
   * the container's, and its arguments are those of the command. Null when there is none, or more than one: then nobody
   * can say which is whose.
   */
  async find(started: {
    readonly containerId: string;
    readonly command: readonly string[];
    readonly sinceMs: number;
    /** What began later is somebody else's; absent: nobody else can have been there since. */
    readonly untilMs?: number;
    /** Those that are known to belong to somebody else. */
    readonly taken: ReadonlySet<number>;
  }): Promise<StartedProcess | null> {
    const table = await this.#table();
    const found: StartedProcess[] = [];
    const { untilMs = Number.POSITIVE_INFINITY } = started;
    const candidates = table.filter(
      ({ startedAfterMs, sessionId, pid }) =>
        startedAfterMs >= started.sinceMs && startedAfterMs <= untilMs && sessionId === pid,
    );
    for (const stat of candidates) {
      // Its command line is behind a lock that the kernel holds; at the next look it may be free.
      if (stat.state === 'D') continue;
      if (started.taken.has(stat.pid) || !(await this.#isOf(stat.pid, started.containerId)))
        continue;
      if (await this.#isOf(stat.parentPid, started.containerId)) continue;
      if (!hasArguments(await this.#text(`${stat.pid}/cmdline`), started.command)) continue;
      const { pid, startedAfterMs, command } = stat;
      found.push({ pid, startedAfterMs, command, containerId: started.containerId });
    }
    return found.length === 1 ? (found[0] ?? null) : null;
  }

  /** True from here we can send signals to the node's processes: we share its numbers. */
  canEnd(): boolean {
    try {
      const own = `${process.pid}`;
      const seen = readFileSync(join(this.#hostRoot, 'proc', own, 'stat'), 'utf8');
      const real = readFileSync('/proc/self/stat', 'utf8');
      const startOf = (stat: string): string =>
        stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
      const spaceOf = (root: string): string => readlinkSync(join(root, own, 'ns/pid'));
      return (
        startOf(seen) === startOf(real) &&
        spaceOf(join(this.#hostRoot, 'proc')) === spaceOf('/proc')
      );
    } catch (error) {
      if (systemCode(error) === null) throw error;
      return false;
    }
  }

  /** The process, and what it started in its session, as far as they still run. */
  async left(started: StartedProcess): Promise<readonly LeftProcess[]> {
    const members = await this.#members(started);
    return Promise.all(
      members.map(async ({ pid, command }) => ({ pid, command, innerPid: await this.#inner(pid) })),
    );
  }

  /** Ends it and what it started in its session: a hangup first, then by force. Answers what goes on in spite of it. */
  async end(started: StartedProcess, signal: AbortSignal): Promise<readonly LeftProcess[]> {
    if (!this.canEnd()) return this.left(started);
    for (const [word, waitMs] of [
      ['SIGHUP', HANGUP_MS],
      ['SIGKILL', KILL_MS],
    ] as const) {
      const members = await this.#members(started);
      for (const { pid } of members) this.#send(pid, word);
      if (await this.#isGone(started, waitMs, signal)) return [];
    }
    return this.left(started);
  }

  async #isGone(started: StartedProcess, waitMs: number, signal: AbortSignal): Promise<boolean> {
    for (let waitedMs = 0; waitedMs <= waitMs; waitedMs += LOOK_MS) {
      if ((await this.#members(started)).length === 0) return true;
      await delay(LOOK_MS, signal);
    }
    return false;
  }

  /** Members of its session that live. A zombie has ended; that nobody asked for its end is its parent's matter. */
  async #members({
    pid,
    startedAfterMs,
    containerId,
  }: StartedProcess): Promise<readonly ProcStat[]> {
    const candidates = (await this.#table()).filter(
      (stat) =>
        stat.sessionId === pid && stat.startedAfterMs >= startedAfterMs && stat.state !== 'Z',
    );
    // Where the leader's number was given out again, the session is another one.
    const leader = candidates.find((stat) => stat.pid === pid);
    if (leader !== undefined && leader.startedAfterMs !== startedAfterMs) return [];
    const owned = await Promise.all(candidates.map((stat) => this.#isOf(stat.pid, containerId)));
    return candidates.filter((_, index) => owned[index] === true);
  }

  #send(pid: number, word: NodeJS.Signals): void {
    try {
      this.#kill(pid, word);
    } catch (error) {
      // It ended meanwhile, or we may not: what still runs afterwards is told.
      if (systemCode(error) === null) throw error;
    }
  }

  async #isOf(pid: number, containerId: string): Promise<boolean> {
    return (await readOwner(this.#hostRoot, pid)).containerId === containerId;
  }

  async #inner(pid: number): Promise<number | null> {
    const inner = /^NSpid:.*\s(\d+)$/m.exec((await this.#text(`${pid}/status`)) ?? '')?.[1];
    return inner === undefined ? null : Number(inner);
  }

  async #table(): Promise<readonly ProcStat[]> {
    try {
      return await readProcessTable(this.#hostRoot);
    } catch (error) {
      if (error instanceof HostError) return [];
      throw error;
    }
  }

  #text(name: string): Promise<string | null> {
    return readNodeText(this.#hostRoot, `/proc/${name}`, MAX_FILE_BYTES);
  }
}

/** A script's interpreter stands before it, and a program found in PATH with its whole path. */
function hasArguments(cmdline: string | null, command: readonly string[]): boolean {
  const args = (cmdline ?? '').replace(/\0$/, '').split('\0');
  const own = args.slice(-command.length);
  return (
    own.length === command.length &&
    own.every((arg, index) => {
      const wanted = command[index] ?? '';
      return arg === wanted || (index === 0 && basename(arg) === basename(wanted));
    })
  );
}
