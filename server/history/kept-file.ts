import { type FileHandle, open } from 'node:fs/promises';
import { type Database, sqliteCode } from './database.ts';
import type { Entry } from './entries.ts';
import { markClean } from './open-file.ts';
import { type Limits, Pruner } from './prune.ts';
import { SqliteMemory } from './sqlite-memory.ts';
import { EntryWriter } from './write-entries.ts';

/** 4 MiB: the log is folded into the file when it has grown to this. */
const FOLD_LOG_BYTES = 4 * 1024 * 1024;
/** 60 s: how often old rows are looked for, while anything is written. */
const PRUNE_EVERY_MS = 60_000;
/** One file that is full of young rows is emptied by this many steps at a time. */
const PRUNE_STEPS_WHEN_FULL = 8;

export interface KeptFileOptions {
  readonly database: Database;
  readonly path: string;
  readonly limits: Limits;
  readonly nowMs: () => number;
  /** For tests: folds a smaller log. */
  readonly foldFromBytes?: number;
}

/**
 * One open database file. Writes go to the log through the page cache: what is committed survives the end of this
 * process, however it ends. Disks are waited for by the thread pool only: log, then fold, then file, then the log is
 * emptied, each on the disk before the next begins. So a power failure may cost the last minutes, never the file.
 */
export class KeptFile {
  readonly memory: SqliteMemory;
  readonly #database: Database;
  readonly #writer: EntryWriter;
  readonly #pruner: Pruner;
  readonly #path: string;
  readonly #nowMs: () => number;
  readonly #foldFromBytes: number;
  readonly #handles: FileHandle[] = [];
  #folding: Promise<void> | null = null;
  #prunedAtMs = 0;
  #hasMoreToPrune = true;

  constructor(options: KeptFileOptions) {
    const { database, path, limits, nowMs } = options;
    this.#database = database;
    this.#path = path;
    this.#nowMs = nowMs;
    this.#foldFromBytes = options.foldFromBytes ?? FOLD_LOG_BYTES;
    this.#writer = new EntryWriter(database);
    this.#pruner = new Pruner(database, limits);
    this.memory = new SqliteMemory(database, () => nowMs() - limits.maxAgeMs);
  }

  /** True while the log is being folded in: nothing may be written then. */
  get isFolding(): boolean {
    return this.#folding !== null;
  }

  /** Resolves when nothing is being folded in any more. */
  async idle(): Promise<void> {
    await this.#folding;
  }

  /** One transaction; throws when it could not be written, and then nothing of it is. */
  write(entries: readonly Entry[]): void {
    try {
      this.#writer.write(entries);
    } catch (error) {
      // The bound of our own file, or the end of the disk: only the first can be mended here.
      if (sqliteCode(error) !== 'SQLITE_FULL') throw error;
      for (let step = 0; step < PRUNE_STEPS_WHEN_FULL; step += 1) this.#pruner.step(this.#nowMs());
      this.#writer.write(entries);
    }
    this.#prune();
  }

  /** Folds the log into the file where it has grown; `onSettled` hears of the end, and of the reason where it failed. */
  foldIfDue(onSettled: (error: unknown) => void): void {
    if (this.#folding !== null) return;
    this.#folding = this.#fold(this.#foldFromBytes).then(
      () => this.#settle(onSettled, null),
      (error: unknown) => this.#settle(onSettled, error),
    );
  }

  /** Leaves the file whole on the disk and says so in it; `isClean` false: after a failure, only lets go of it. */
  async close(isClean: boolean): Promise<void> {
    await this.#folding;
    try {
      if (isClean) {
        markClean(this.#database);
        await this.#fold(0);
      }
    } finally {
      this.#database.close();
      // Not before: closing any descriptor of a file ends the locks that this process holds on it.
      await Promise.all(this.#handles.splice(0).map((handle) => handle.close()));
    }
  }

  #settle(onSettled: (error: unknown) => void, error: unknown): void {
    this.#folding = null;
    onSettled(error);
  }

  #prune(): void {
    const nowMs = this.#nowMs();
    if (!this.#hasMoreToPrune && nowMs - this.#prunedAtMs < PRUNE_EVERY_MS) return;
    this.#prunedAtMs = nowMs;
    this.#hasMoreToPrune = this.#pruner.step(nowMs);
  }

  async #fold(fromBytes: number): Promise<void> {
    const [file, log] = await this.#open();
    if ((await log.stat()).size < fromBytes) return;
    await log.sync();
    this.#database.exec('pragma wal_checkpoint(passive)');
    await file.sync();
    this.#database.exec('pragma wal_checkpoint(truncate)');
    await log.sync();
  }

  async #open(): Promise<readonly [file: FileHandle, log: FileHandle]> {
    for (const path of [this.#path, `${this.#path}-wal`].slice(this.#handles.length)) {
      this.#handles.push(await open(path, 'r'));
    }
    const [file, log] = this.#handles;
    if (file === undefined || log === undefined) throw new Error('the history file is closed');
    return [file, log];
  }
}
