import { closeSync, openSync, writeSync } from 'node:fs';

export const MIB = 1024 * 1024;
/** Lines in one write. */
const LINES_AT_ONCE = 5_000;

export interface LargeLogOptions {
  readonly bytes: number;
  /** Of the first line; the others follow at equal steps. */
  readonly firstLineMs: number;
  readonly everyMs: number;
  /** More text in some lines, such as another alphabet. */
  readonly seasoning?: string;
}

/**
 * Writes a log as a web server's container writes it: one line in fifty is an error, one in a hundred thousand bears
 * "needle-in-haystack". Returns how many lines it has.
 */
export function writeLargeLog(path: string, options: LargeLogOptions): number {
  const { bytes, firstLineMs, everyMs, seasoning = '' } = options;
  const file = openSync(path, 'w');
  let number = 0;
  try {
    for (let written = 0; written < bytes; ) {
      let text = '';
      for (const end = number + LINES_AT_ONCE; number < end; number++) {
        const time = new Date(firstLineMs + number * everyMs).toISOString();
        text += `${time.replace('Z', '123456Z')} ${number % 5 === 0 ? 'stderr' : 'stdout'} F ${bodyOf(number)}${number % 7 === 0 ? seasoning : ''}\n`;
      }
      written += writeSync(file, text);
    }
  } finally {
    closeSync(file);
  }
  return number;
}

function bodyOf(number: number): string {
  const level = number % 50 === 0 ? 'ERROR' : 'INFO';
  const mark = number % 100_000 === 0 ? ' needle-in-haystack' : '';
  return `${level} path=/api/v1/items/${number % 1_000} status=${number % 300 === 0 ? 500 : 200} took ${number % 97}ms${mark}`;
}
