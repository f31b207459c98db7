/** As much of the driver as is used here; it brings no types of its own. */
declare module 'better-sqlite3' {
  type Value = string | number | bigint | Uint8Array | null;
  interface Statement {
    run(...values: readonly Value[]): { readonly changes: number };
    get(...values: readonly Value[]): unknown;
    all(...values: readonly Value[]): unknown[];
  }
  class Database {
    constructor(path: string, options: { readonly timeout: number });
    prepare(sql: string): Statement;
    exec(sql: string): this;
    close(): this;
  }
  export default Database;
}
