import { type Database, type SqlValue, type Statement, scalar } from './database.ts';
import { PAGE_BYTES } from './schema.ts';

export interface Limits {
  /** What is older is not told any more, and deleted. */
  readonly maxAgeMs: number;
  /** The database and its log together stay below this. */
  readonly maxBytes: number;
}

/** One step deletes at most this many rows of a table: a few ms. */
const ROWS_A_STEP = 500;
/** Details are the largest rows by far. */
const DETAILS_A_STEP = 50;
/** Free pages given back to the disk in one step: 1 MiB. */
const PAGES_A_STEP = 256;
/** The log grows to some 4 MiB before it is folded in, and by one batch more: they are taken from the file's share. */
const LOG_BYTES = 6 * 1024 * 1024;
/** Deleting begins before the file is full, so that writing never has to wait for it. */
const FULL_SHARE = 0.9;

/** How many pages the database file may have: SQLite itself refuses the next one. */
export function maxPages({ maxBytes }: Limits): number {
  return Math.max(64, Math.floor((maxBytes - Math.min(LOG_BYTES, maxBytes / 4)) / PAGE_BYTES));
}

/** Deletes what is too old, and the oldest where the file gets full, a step at a time. */
export class Pruner {
  readonly #database: Database;
  readonly #limits: Limits;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database, limits: Limits) {
    this.#database = database;
    this.#limits = limits;
  }

  /** One step; true when another one is due. */
  step(nowMs: number): boolean {
    const oldestMs = nowMs - this.#limits.maxAgeMs;
    let hasMore = this.#deleteBefore(oldestMs);
    if (this.#usedPages() > maxPages(this.#limits) * FULL_SHARE) {
      hasMore = this.#deleteOldest(oldestMs) || hasMore;
    }
    this.#database.exec(`pragma incremental_vacuum(${PAGES_A_STEP})`);
    return hasMore || scalar(this.#database, 'pragma freelist_count') > PAGES_A_STEP;
  }

  #usedPages(): number {
    return (
      scalar(this.#database, 'pragma page_count') - scalar(this.#database, 'pragma freelist_count')
    );
  }

  #deleteBefore(atMs: number): boolean {
    const rows = ROWS_A_STEP;
    const deleted = [
      this.#run('delete from calls where id in (select id from calls where at < ? limit ?)', [
        atMs,
        rows,
      ]),
      this.#run(
        'delete from transitions where id in (select id from transitions where at < ? limit ?)',
        [atMs, rows],
      ),
      // A pod that is here keeps its row; a process that was killed could not say that its pods went.
      this.#run('delete from pods where id in (select id from pods where last_seen < ? limit ?)', [
        atMs,
        DETAILS_A_STEP,
      ]),
      this.#run('delete from changes where at < ?', [atMs]),
      this.#run('delete from findings where coalesce(ended_at, began_at) < ?', [atMs]),
    ];
    return deleted.slice(0, 2).some((count) => count === rows) || deleted[2] === DETAILS_A_STEP;
  }

  /** What is oldest goes first, whatever it is; true when something went. */
  #deleteOldest(oldestMs: number): boolean {
    const row = this.#statement(
      `select at from (
         select at from calls union all select at from transitions
         union all select last_seen from pods where gone_at is not null
       ) order by at limit 1 offset ?`,
    ).get(ROWS_A_STEP) as { at: number } | undefined;
    if (row !== undefined && row.at > oldestMs) {
      this.#deleteBefore(row.at);
      return true;
    }
    return (
      this.#run(
        `delete from pods where id in
           (select id from pods where gone_at is not null order by gone_at limit ?)`,
        [DETAILS_A_STEP],
      ) > 0
    );
  }

  #run(sql: string, values: readonly SqlValue[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}
