import { closeSync, openSync, readSync } from 'node:fs';
import { systemCode } from '../host-error.ts';

/** 64 KiB: the longest file read here (a list of processes) fits for thousands of them; the rest is not needed. */
const buffer = Buffer.allocUnsafe(64 * 1024);

/** Half a page: no line of these files is as long as the other half. */
const SURELY_WHOLE_BYTES = 2_048;

/** What came of reading a file: its text, or the system's error code. */
export type SmallText =
  | { readonly text: string; readonly code: null }
  | { readonly text: null; readonly code: string };

/**
 * The beginning of a file of /proc or of a control group. Read at once: the kernel makes these from memory and holds
 * nobody up, there are hundreds a second, and a read by way of the thread pool costs five times as much.
 */
export function readSmallText(path: string): SmallText {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    let length = 0;
    while (length < buffer.length) {
      const bytes = readSync(file, buffer, length, buffer.length - length, null);
      length += bytes;
      // The kernel fills at least a page a read where there is more: a short answer is the whole file.
      if (bytes < SURELY_WHOLE_BYTES) break;
    }
    return { text: buffer.toString('latin1', 0, length), code: null };
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    return { text: null, code };
  } finally {
    if (file !== null) closeSync(file);
  }
}
