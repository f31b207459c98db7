import type { StartedProcess } from '../contract/started-process.ts';
import type { KeptStartRecord, ProcessMark } from './kept-starts.ts';
import { writeStarts } from './starts-file.ts';
import { type LeftoversLog, type SweepNode, sweepStarts } from './sweep-starts.ts';
import { Watchdog } from './watchdog.ts';

/** 15 s: hangup, kill and the looks after them of some sessions; then new ones need not wait any longer. */
const SWEEP_MS = 15_000;

export interface LeftoversOptions {
  /** Where a list is kept for the next server; null: nowhere. */
  readonly directory: string | null;
  /** This process, by its own /proc; null where there is none. */
  readonly owner: ProcessMark | null;
  readonly bootId: string | null;
  /** True where we may signal the node's processes by their numbers. */
  readonly canEnd: boolean;
  readonly node: SweepNode;
  readonly log: LeftoversLog;
  /** For tests: another watchdog's shell. */
  readonly shell?: string;
}

/**
 * Sees to it that commands in containers end even when this server is killed: a watchdog outlives it, and a list in a
 * file tells the next server, for the case that both were killed together, as by a control group that runs out of memory.
 */
export class Leftovers {
  readonly #options: LeftoversOptions;
  readonly #watchdog: Watchdog | null;
  readonly #starts = new Map<symbol, KeptStartRecord>();
  readonly #closing = new AbortController();
  readonly #swept: Promise<void>;
  #isFileBroken = false;

  /** Begins at once to end what a server before this one left. */
  constructor(options: LeftoversOptions) {
    this.#options = options;
    const { log, shell } = options;
    this.#watchdog = options.canEnd
      ? new Watchdog({
          ...(shell === undefined ? {} : { shell }),
          onFailure: (error) =>
            log.warn(
              { err: error },
              'no watchdog: were this server killed, commands in containers would go on until it is started again',
            ),
        })
      : null;
    this.#swept = this.#sweep();
  }

  /** The watchdog's process; null while there is none. */
  get watchdogPid(): number | null {
    return this.#watchdog?.pid ?? null;
  }

  /** Resolves when what was left from before has been seen to; never rejects. Nothing may be started earlier: it could be
   * taken for that. */
  ready(): Promise<void> {
    return this.#swept;
  }

  /** Remembers a command that is about to be started; only then may it be. */
  begin(start: {
    readonly containerId: string;
    readonly command: readonly string[];
    readonly sinceMs: number | null;
  }): { found(process: StartedProcess): void; done(): void } {
    const key = Symbol(start.containerId);
    const record: KeptStartRecord = { ...start, command: [...start.command], process: null };
    this.#keep(key, record);
    return {
      found: ({ pid, startedAfterMs, command }) => {
        if (!this.#starts.has(key)) return;
        this.#keep(key, { ...record, process: { pid, startedAfterMs, command } });
      },
      done: () => {
        if (this.#starts.delete(key)) this.#tell();
      },
    };
  }

  /** Lets the watchdog go. What has not ended by then stays in the file. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#swept;
    this.#watchdog?.watch([]);
  }

  #keep(key: symbol, record: KeptStartRecord): void {
    this.#starts.set(key, record);
    this.#tell();
  }

  #tell(): void {
    const { directory, owner, bootId, log } = this.#options;
    const starts = [...this.#starts.values()];
    this.#watchdog?.watch(starts);
    if (directory === null || owner === null || bootId === null) return;
    try {
      writeStarts(directory, { owner, bootId, starts });
      this.#isFileBroken = false;
    } catch (error) {
      if (this.#isFileBroken) return;
      this.#isFileBroken = true;
      log.warn(
        { err: error, directory },
        'what runs in containers because of us could not be written down for the next server',
      );
    }
  }

  async #sweep(): Promise<void> {
    const { directory, bootId, node, log } = this.#options;
    if (directory === null || bootId === null) return;
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(SWEEP_MS)]);
    try {
      await sweepStarts({ directory, bootId, node, log, signal });
    } catch (error) {
      if (this.#closing.signal.aborted) return;
      log.warn({ err: error }, 'what a killed server may have left running could not be looked at');
    }
  }
}
