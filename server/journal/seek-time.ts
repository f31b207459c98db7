import type { FileHandle } from 'node:fs/promises';
import { LineSplitter } from './split-lines.ts';

/** A look at one place of the file: some 200 lines. */
const LOOK_BYTES = 64 * 1024;

/** The time of the first line after `offset` that has one; null when none has within one look. */
async function timeAt(
  handle: FileHandle,
  offset: number,
  timeOf: (line: string) => number | null,
): Promise<number | null> {
  const chunk = Buffer.allocUnsafe(LOOK_BYTES);
  const { bytesRead } = await handle.read(chunk, 0, LOOK_BYTES, offset);
  const splitter = new LineSplitter({ offset, isMidLine: offset > 0 });
  for (const { text } of splitter.push(chunk.subarray(0, bytesRead))) {
    const atMs = timeOf(text);
    if (atMs !== null) return atMs;
  }
  return null;
}

/**
 * A place in a log not after its first line of `sinceMs` or later, found by halving: some 1 MiB is read of 2 GB. Where no
 * time can be read the earlier half is taken.
 */
export async function seekTime(
  handle: FileHandle,
  sizeBytes: number,
  options: { readonly sinceMs: number; readonly timeOf: (line: string) => number | null },
): Promise<number> {
  let from = 0;
  let to = sizeBytes;
  while (to - from > LOOK_BYTES) {
    const middle = from + Math.floor((to - from) / 2);
    const atMs = await timeAt(handle, middle, options.timeOf);
    if (atMs !== null && atMs < options.sinceMs) from = middle;
    else to = middle;
  }
  return from;
}
