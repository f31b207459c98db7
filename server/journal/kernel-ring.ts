import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { HostError } from '../host/host-error.ts';
import { readNodeText } from '../host/node-files.ts';
import { parseBootTime } from '../host/proc-stat.ts';
import { delay } from '../lib/abort.ts';
import { type FeedBatch, FeedError, type FeedLine } from './feed.ts';

export const KERNEL_RING_PATH = '/dev/kmsg';
/** The kernel gives one record a read, of at most this many bytes, or refuses the read. */
const RECORD_BYTES = 8 * 1024;
/** Records read before the others get their turn. */
const BATCH = 500;
/** The ring announces nothing that Node can wait for; a look every two seconds costs a system call. */
const POLL_MS = 2_000;
const MAX_STAT_BYTES = 1024 * 1024;
/** The lower three bits are the priority, the others tell who speaks: 0 is the kernel. */
const PRIORITY_MASK = 7;

interface RingOptions {
  readonly signal: AbortSignal;
  readonly hostRoot: string;
  readonly pollMs?: number;
}

/**
 * One record "priority,sequence,microseconds,flags;message", lines of details after it left out. Null for what programs
 * wrote into the ring, and for what is no record.
 */
export function parseRingRecord(record: string, bootedAtMs: number | null): FeedLine | null {
  const head = record.indexOf(';');
  const [prefix = '', , microseconds] = record.slice(0, head).split(',');
  const code = Number(prefix);
  if (head === -1 || prefix === '' || !Number.isInteger(code) || code > PRIORITY_MASK) return null;
  const end = record.indexOf('\n', head);
  const after = Number(microseconds) / 1000;
  return {
    text: record.slice(head + 1, end === -1 ? undefined : end).replaceAll('\\x09', '\t'),
    where: KERNEL_RING_PATH,
    writtenAtMs:
      bootedAtMs === null || !Number.isFinite(after) ? null : Math.trunc(bootedAtMs + after),
    priority: code,
  };
}

async function openRing(hostRoot: string): Promise<FileHandle> {
  try {
    return await open(join(hostRoot, KERNEL_RING_PATH), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw new FeedError(`${KERNEL_RING_PATH} cannot be opened here`, { cause: error });
  }
}

/** True where the kernel lets us read its ring. */
export async function canReadKernelRing(hostRoot: string): Promise<boolean> {
  try {
    const handle = await openRing(hostRoot);
    try {
      return (await handle.stat()).isCharacterDevice();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof FeedError) return false;
    throw error;
  }
}

/** The next record; null at the end. Records overwritten before we read them are passed over. */
async function readRecord(handle: FileHandle, buffer: Buffer): Promise<string | null> {
  try {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
    return bytesRead === 0 ? null : buffer.toString('utf8', 0, bytesRead);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EAGAIN') return null;
    if (code === 'EPIPE') return '';
    throw new FeedError(`${KERNEL_RING_PATH} cannot be read here (${String(code)})`, {
      cause: error,
    });
  }
}

async function readBootTime(hostRoot: string): Promise<number | null> {
  try {
    return parseBootTime((await readNodeText(hostRoot, '/proc/stat', MAX_STAT_BYTES)) ?? '');
  } catch (error) {
    if (error instanceof HostError) return null;
    throw error;
  }
}

async function readBatch(
  handle: FileHandle,
  buffer: Buffer,
  bootedAtMs: number | null,
): Promise<FeedBatch> {
  const lines: FeedLine[] = [];
  for (let count = 0; count < BATCH; count++) {
    const record = await readRecord(handle, buffer);
    if (record === null) return { lines, isCaughtUp: true };
    const line = parseRingRecord(record, bootedAtMs);
    if (line !== null) lines.push(line);
  }
  return { lines, isCaughtUp: false };
}

/** Follows the kernel's ring, which holds what this boot has written last. Ends with the signal. */
export async function* followKernelRing(options: RingOptions): AsyncGenerator<FeedBatch> {
  const { signal, hostRoot } = options;
  const handle = await openRing(hostRoot);
  const buffer = Buffer.allocUnsafe(RECORD_BYTES);
  try {
    const bootedAtMs = await readBootTime(hostRoot);
    while (!signal.aborted) {
      const batch = await readBatch(handle, buffer, bootedAtMs);
      yield batch;
      if (batch.isCaughtUp) await delay(options.pollMs ?? POLL_MS, signal).catch(() => {});
    }
  } finally {
    await handle.close();
  }
}
