/** What may be bound to a statement. */
export type SqlValue = string | number | Uint8Array | null;

export interface Statement {
  run(...values: readonly SqlValue[]): { readonly changes: number };
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): unknown[];
}

/** One connection to one database file. Every call is synchronous and throws the driver's error with its SQLite code. */
export interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): void;
  close(): void;
}

/** Opens a database file; throws when it cannot be opened or is held by another process. */
export type Driver = (path: string) => Database;

/**
 * The driver, loaded now: machine code that costs some 6 MiB, and that is missing where it could not be compiled.
 * Rejects with the reason then.
 */
export async function loadDriver(): Promise<Driver> {
  const { default: Sqlite } = await import('better-sqlite3');
  return (path) => {
    // No waiting for a lock: it would hold up everything else in this process.
    const database = new Sqlite(path, { timeout: 0 });
    return {
      prepare: (sql) => database.prepare(sql),
      exec: (sql) => {
        database.exec(sql);
      },
      close: () => {
        database.close();
      },
    };
  };
}

/** The SQLite result code in an error ("SQLITE_FULL"), or "" for any other error. */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  const { code } = error;
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : '';
}

/** A number that a one-row, one-column query gives. */
export function scalar(database: Database, sql: string): number {
  const row = database.prepare(sql).get();
  const value = typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
  return typeof value === 'number' ? value : 0;
}
