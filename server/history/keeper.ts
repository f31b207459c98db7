import { join } from 'node:path';
import type { SourceStatus } from '../contract/node-status.ts';
import { isFaultOfEntries, takeBatch } from './batch.ts';
import { type Driver, loadDriver, sqliteCode } from './database.ts';
import type { Entry } from './entries.ts';
import { KeptFile } from './kept-file.ts';
import { FILE_NAME, openFile } from './open-file.ts';
import { PlainMemory } from './plain-memory.ts';
import type { Limits } from './prune.ts';
import type { Memory } from './store.ts';

/** Entries that wait to be written; some 20 MiB at worst, when a disk hangs. The oldest are dropped first. */
const MAX_WAITING = 20_000;
/** Writing takes at most a twentieth of the time, however slow the disk is. */
const WRITE_SHARE = 20;
/** 20 ms: a question sees what was kept just before it, unless that is a flood. */
const READ_DRAIN_MS = 20;
/** 3 s: what is not written by then stands in the runtime's log, or is lost. */
const CLOSE_DRAIN_MS = 3_000;
/** 30 s: a disk that was full is tried again, when there is something to write. */
const RETRY_MS = 30_000;

export interface KeeperOptions {
  /** Null: nothing is written anywhere, for `noDirectoryReason`. */
  readonly directory: string | null;
  readonly noDirectoryReason: string;
  readonly nodeName: string;
  readonly limits: Limits;
  readonly nowMs: () => number;
  /** Another driver, for tests. */
  readonly load?: () => Promise<Driver>;
  /** For tests: how long a question may write what waits. */
  readonly readDrainMs?: number;
  /** Hears of each change for the worse, once. */
  readonly onNotice: (text: string) => void;
}

const ENABLE =
  'Start with --data-dir and a directory on a disk with free space that this user may write.';

const SET_ASIDE = 'Look at the file that was set aside, or delete it; nothing else is to be done.';

/**
 * Keeps entries: in a file where it can, else in memory, and says which. Writing is put off and done in small batches;
 * nothing wakes up while there is nothing to write.
 */
export class Keeper {
  readonly #options: KeeperOptions;
  readonly #plain: PlainMemory;
  #driver: Driver | null = null;
  #file: KeptFile | null = null;
  #waiting: Entry[] = [];
  #dropped = 0;
  #trouble: string | null = null;
  #notice: string | null = null;
  #noticed: string | null = null;
  #retryAtMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #dueAtMs = Number.POSITIVE_INFINITY;
  #notBeforeMs = 0;
  #drainAgainMs = 0;
  #isClosed = false;
  #version = 0;

  private constructor(options: KeeperOptions) {
    this.#options = options;
    this.#plain = new PlainMemory(() => options.nowMs() - options.limits.maxAgeMs);
  }

  /** Never rejects: what stands in the way is told by `source()`. */
  static async open(options: KeeperOptions): Promise<Keeper> {
    const keeper = new Keeper(options);
    await keeper.#start();
    return keeper;
  }

  /** Grows with all that is kept: an answer of the same version need not be asked for again. */
  get version(): number {
    return this.#version;
  }

  /** Keeps the entries, in the file within about `delayMs`. */
  add(entries: readonly Entry[], delayMs: number): void {
    if (entries.length === 0 || this.#isClosed) return;
    this.#version += 1;
    for (const entry of entries) this.#waiting.push(entry);
    const excess = this.#waiting.length - MAX_WAITING;
    if (excess > 0) {
      this.#waiting = this.#waiting.slice(excess);
      this.#dropped += excess;
    }
    this.#arm(delayMs);
  }

  /** The answers of the file, where there is one, and of memory. What waits is written first, as far as that is quick. */
  ask<T>(question: (memory: Memory) => T): readonly T[] {
    if (performance.now() >= this.#drainAgainMs)
      this.#drain(this.#options.readDrainMs ?? READ_DRAIN_MS);
    const answers: T[] = [];
    try {
      if (this.#file !== null) answers.push(question(this.#file.memory));
    } catch (error) {
      this.#fall(`${FILE_NAME} cannot be read: ${toWords(error)}`, false);
    }
    answers.push(question(this.#plain));
    return answers;
  }

  source(): SourceStatus {
    const dropped = this.#dropped + this.#plain.dropped;
    const suffix = dropped === 0 ? '' : ` ${dropped} entries were dropped.`;
    const { directory, limits } = this.#options;
    const hours = Math.round(limits.maxAgeMs / 3_600_000);
    if (this.#trouble !== null) {
      const reason = `Remembered in memory only, until this process ends: ${this.#trouble}.${suffix}`;
      return { name: 'history', status: 'degraded', reason, enable: ENABLE };
    }
    const mib = Math.round(limits.maxBytes / 1024 / 1024);
    const where = `Kept in ${join(directory ?? '', FILE_NAME)}: ${hours} h, at most ${mib} MiB.`;
    const status = this.#notice !== null || dropped > 0 ? 'degraded' : 'ok';
    const reason = `${where}${this.#notice === null ? '' : ` ${this.#notice}`}${suffix}`;
    return { name: 'history', status, reason, enable: this.#notice === null ? null : SET_ASIDE };
  }

  async close(): Promise<void> {
    this.#disarm();
    // A fold that is going on would keep the last entries out.
    const file = this.#file;
    if (file !== null) {
      await file.idle();
      this.#drain(CLOSE_DRAIN_MS);
    }
    this.#isClosed = true;
    this.#file = null;
    await file?.close(true).catch((error: unknown) => this.#options.onNotice(toWords(error)));
  }

  async #start(): Promise<void> {
    const { directory, noDirectoryReason, load = loadDriver } = this.#options;
    if (directory === null) {
      this.#trouble = noDirectoryReason;
      return;
    }
    try {
      this.#driver = await load();
    } catch (error) {
      this.#fall(`the database driver better-sqlite3 cannot be loaded: ${toWords(error)}`, false);
      return;
    }
    this.#recover();
  }

  #openFile(): void {
    const { directory, nodeName, limits, nowMs } = this.#options;
    if (this.#driver === null || directory === null) return;
    try {
      const { database, path, notice } = openFile({
        ...{ driver: this.#driver, directory, nodeName, limits },
        nowMs: nowMs(),
      });
      this.#file = new KeptFile({ database, path, limits, nowMs });
      if (notice === null) return;
      this.#notice = notice;
      this.#options.onNotice(`history: ${notice}`);
    } catch (error) {
      this.#fall(`${join(directory, FILE_NAME)} cannot be written: ${toWords(error)}`, false);
    }
  }

  /** From now on in memory; what the file holds is read on where only its disk is full. */
  #fall(trouble: string, isFull: boolean): void {
    if (this.#trouble === null && this.#noticed !== trouble) {
      this.#options.onNotice(`history: ${trouble}`);
      this.#noticed = trouble;
    }
    this.#trouble = trouble;
    this.#retryAtMs = this.#options.nowMs() + RETRY_MS;
    this.#plain.write(this.#waiting.splice(0));
    if (isFull) return;
    const file = this.#file;
    this.#file = null;
    file?.close(false).catch((error: unknown) => this.#options.onNotice(toWords(error)));
  }

  /** Takes what was remembered meanwhile back to the file, if there is one again. */
  #recover(): void {
    if (this.#file === null) this.#openFile();
    if (this.#file === null) return;
    this.#trouble = null;
    this.#waiting = [...this.#plain.takeAll(), ...this.#waiting];
  }

  /** Writes one batch; false when nothing more can be written now. */
  #writeBatch(): boolean {
    const isDown = this.#trouble !== null || this.#file === null;
    if (isDown && this.#driver !== null && this.#options.nowMs() >= this.#retryAtMs)
      this.#recover();
    if (this.#trouble !== null || this.#file === null) {
      this.#plain.write(this.#waiting.splice(0));
      return false;
    }
    if (this.#file.isFolding) return false;
    const startedAtMs = performance.now();
    const batch = takeBatch(this.#waiting);
    try {
      this.#file.write(batch);
    } catch (error) {
      if (isFaultOfEntries(error)) {
        // They cannot be written to any disk, and must not keep out those behind them.
        this.#waiting.splice(0, batch.length);
        this.#dropped += batch.length;
        this.#options.onNotice(`history: ${batch.length} entries were dropped: ${toWords(error)}`);
        return true;
      }
      this.#fall(toWords(error), sqliteCode(error) === 'SQLITE_FULL');
      return false;
    }
    this.#waiting.splice(0, batch.length);
    const endedAtMs = performance.now();
    this.#notBeforeMs = endedAtMs + (endedAtMs - startedAtMs) * WRITE_SHARE;
    return true;
  }

  /** Writes what waits, until nothing does or the time is over. */
  #drain(forMs: number): void {
    const endMs = performance.now() + forMs;
    while (this.#waiting.length > 0 && performance.now() < endMs && this.#writeBatch());
    // A flood that is not over yet is left to its own pace: a hundred questions at once must not each wait for it.
    if (this.#waiting.length > 0)
      this.#drainAgainMs = performance.now() + READ_DRAIN_MS * WRITE_SHARE;
  }

  #arm(delayMs: number): void {
    const nowMs = performance.now();
    const dueAtMs = Math.max(nowMs + delayMs, this.#notBeforeMs);
    if (this.#timer !== null && this.#dueAtMs <= dueAtMs) return;
    this.#disarm();
    this.#dueAtMs = dueAtMs;
    this.#timer = setTimeout(() => this.#onDue(), dueAtMs - nowMs);
    this.#timer.unref();
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#dueAtMs = Number.POSITIVE_INFINITY;
  }

  #onDue(): void {
    this.#disarm();
    if (this.#isClosed) return;
    // While the log is folded in nothing is written; its end arms again.
    if (this.#writeBatch() || this.#file?.isFolding) {
      this.#file?.foldIfDue((error) => this.#onFolded(error));
    }
  }

  #onFolded(error: unknown): void {
    if (error !== null) this.#fall(toWords(error), false);
    if (this.#waiting.length > 0) this.#arm(0);
  }
}

function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
