import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { nodeForEach } from '../host/testing/temp-node.ts';
import { createJournal } from './journal.ts';

const node = nodeForEach();
const LOG = '/var/log/containerd.log';
const MIB = 1024 * 1024;
const NOW_MS = Date.UTC(2026, 10, 29, 21);

/** Bytes this process has read from files so far, as the kernel counts them. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

const line = (message: string, atMs: number) =>
  `time="${new Date(atMs).toISOString()}" level=info msg="${message}"\n`;

/** A sparse file: the size of a real one, and nothing on the disk but its last lines. */
async function putLarge(path: string, sizeBytes: number, end: string): Promise<void> {
  await node().put(path, '');
  const handle = await open(node().path(path), 'r+');
  try {
    await handle.write(end, sizeBytes - Buffer.byteLength(end));
  } finally {
    await handle.close();
  }
}

const openJournal = () =>
  createJournal({
    hostRoot: node().hostRoot,
    runtimeLog: { kind: 'file', path: LOG },
    kubeletLog: { kind: 'file', path: '/var/log/kubelet.log' },
    kernelLog: { kind: 'file', path: '/var/log/kern.log' },
    endpoint: () => null,
    nowMs: () => NOW_MS,
  });

describe('logs of 2 GB', () => {
  it('cost no more than their last minutes, until older ones are asked for', async () => {
    const end = `\n${line('PullImage \\"registry.example/a:1\\"', NOW_MS - 60_000)}`;
    await putLarge(LOG, 2_048 * MIB, end);
    await putLarge('/var/log/kubelet.log', 2_048 * MIB, '\nE1129 20:59:00.000000 1 x.go:1] "x"\n');
    await putLarge(
      '/var/log/kern.log',
      2_048 * MIB,
      '\nNov 29 20:59:00 n kernel: Out of memory: Killed process 1 (x) y\n',
    );
    for (let index = 1; index <= 40; index++) {
      await putLarge(`${LOG}.${index}`, 2_048 * MIB, end);
    }
    const before = bytesRead();
    const journal = openJournal();
    try {
      await vi.waitFor(
        () => {
          const known = [journal.calls(), journal.kubeletLog(), journal.kernelLog()];
          const counts = known.map((part) => (part.available ? part.value.length : 0));
          expect(counts).toEqual([1, 1, 1]);
        },
        { timeout: 15_000 },
      );
      const started = bytesRead() - before;
      expect(started).toBeGreaterThan(0);
      expect(started).toBeLessThan(32 * MIB);

      // Where time can be told a search by halving finds the place; no file is read as a whole.
      const past = await journal.callsSince(NOW_MS - 3_600_000, new AbortController().signal);
      expect(past.calls.available && past.calls.value.length).toBeGreaterThan(0);
      expect(bytesRead() - before - started).toBeLessThan(128 * MIB);
    } finally {
      await journal.close();
    }
  });
});
