import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Database, type Driver, scalar, sqliteCode } from './database.ts';
import { type Limits, maxPages } from './prune.ts';
import { ForeignFileError, migrate, PAGE_BYTES } from './schema.ts';

export const FILE_NAME = 'history.sqlite';
const ASIDE = /^history-aside-\d+\.sqlite$/;
/** Files set aside that are kept: the newest tell what happened, and the disk is not ours alone. */
const MAX_ASIDE = 2;
/** 256 KiB: reads are rare and small. */
const CACHE_KIB = 256;

export interface OpenFileOptions {
  readonly driver: Driver;
  readonly directory: string;
  readonly nodeName: string;
  readonly limits: Limits;
  readonly nowMs: number;
}

export interface OpenedFile {
  readonly database: Database;
  readonly path: string;
  /** What a person should know of it; null when nothing. */
  readonly notice: string | null;
}

/**
 * Opens the database file, made where there is none, for us alone. A file that cannot be read as ours is set aside and a
 * new one is made; throws where the place cannot be written or another process holds the file.
 */
export function openFile(options: OpenFileOptions): OpenedFile {
  const path = join(options.directory, FILE_NAME);
  makeDirectory(options.directory);
  makePrivate(path);
  try {
    return { database: openDatabase(path, options), path, notice: null };
  } catch (error) {
    if (!isUnusable(error)) throw error;
    const aside = setAside(path, options.nowMs);
    const why = error instanceof Error ? error.message : String(error);
    makePrivate(path);
    return {
      database: openDatabase(path, options),
      path,
      notice: `The history file could not be used (${why}): it was kept as ${aside}, and a new one was begun.`,
    };
  }
}

/** By steps of our own: node's recursive mkdir goes round for ever below /proc (seen with node 20.20). */
function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (isCode(error, 'EEXIST')) return;
    if (!isCode(error, 'ENOENT') || dirname(path) === path) throw error;
    makeDirectory(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The log of the database takes over its mode. */
function makePrivate(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function isUnusable(error: unknown): boolean {
  if (error instanceof ForeignFileError) return true;
  return /^SQLITE_(?:CORRUPT|NOTADB|SCHEMA|ERROR|CONSTRAINT)/.test(sqliteCode(error));
}

function openDatabase(path: string, { driver, nodeName, limits }: OpenFileOptions): Database {
  const database = driver(path);
  try {
    // One process at a time; said first, it also does without a shared memory file. Another one that opens is refused.
    database.exec('pragma locking_mode = exclusive');
    if (scalar(database, 'pragma page_count') === 0) {
      database.exec(`pragma page_size = ${PAGE_BYTES}`);
      database.exec('pragma auto_vacuum = incremental');
    }
    database.exec('pragma journal_mode = wal');
    // When to sync is KeptFile's part: never while everything else in this process waits for it.
    database.exec('pragma synchronous = off');
    database.exec('pragma wal_autocheckpoint = 0');
    database.exec('pragma foreign_keys = on');
    database.exec(`pragma cache_size = -${CACHE_KIB}`);
    migrate(database, nodeName);
    database.exec(`pragma max_page_count = ${maxPages(limits)}`);
    checkAfterKill(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A process that was killed left no word that all is well: the file is looked through once. */
function checkAfterKill(database: Database): void {
  const isClean = scalar(database, "select count(*) from meta where name = 'clean'") === 1;
  if (!isClean) {
    const row = database.prepare('pragma quick_check(1)').get();
    const [found] = Object.values(row as Record<string, string>);
    if (found !== 'ok') throw new ForeignFileError(`it is damaged: ${found}`);
  }
  try {
    database.exec("delete from meta where name = 'clean'");
  } catch (error) {
    // On a full disk nothing will be written, so the word stays true; what is there can be read.
    if (sqliteCode(error) !== 'SQLITE_FULL') throw error;
  }
}

/** The last word of a process that ends in order. */
export function markClean(database: Database): void {
  database.exec("insert or replace into meta values ('clean', 'yes')");
}

/** Renames the file out of the way and returns its new name; only the newest few are kept. */
function setAside(path: string, nowMs: number): string {
  const directory = dirname(path);
  const aside = join(directory, `history-aside-${nowMs}.sqlite`);
  renameSync(path, aside);
  // Its log belongs to it: without it the file is older than it was, with it SQLite puts it right.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}-shm`, { force: true });
  const old = readdirSync(directory)
    .filter((name) => ASIDE.test(name))
    .sort();
  for (const name of old.slice(0, -MAX_ASIDE)) {
    for (const suffix of ['', '-wal']) rmSync(join(directory, name + suffix), { force: true });
  }
  return aside;
}
