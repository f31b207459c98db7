import { mkdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { nodeForEach } from '../host/testing/temp-node.ts';
import { readCallsSince } from './calls-since.ts';
import { hasUnit } from './journald.ts';
import type { LogPlace } from './log-places.ts';

const node = nodeForEach();
const LOG = '/var/log/containerd.log';
const BEGAN_MS = Date.UTC(2026, 10, 29, 12);
const { signal } = new AbortController();

/** The two lines of a pull that takes half a minute. */
const pull = (minute: number) => {
  const line = (seconds: number, message: string) =>
    `time="${new Date(BEGAN_MS + minute * 60_000 + seconds * 1_000).toISOString()}" level=info msg="${message}"\n`;
  const image = `PullImage \\"registry.example/a:${minute}\\"`;
  return line(0, image) + line(30, `${image} returns image reference \\"sha256:x\\"`);
};
const pulls = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => pull(from + index)).join('');
const put = async (path: string, text: string | Buffer, lastMinute: number) => {
  await node().put(path, text);
  const seconds = BEGAN_MS / 1000 + lastMinute * 60;
  await utimes(node().path(path), seconds, seconds);
};

const since = async (minute: number, more: { maxBytes?: number; place?: LogPlace } = {}) => {
  const { place = { kind: 'file', path: LOG }, ...bound } = more;
  const past = await readCallsSince(place, {
    sinceMs: BEGAN_MS + minute * 60_000,
    hostRoot: node().hostRoot,
    nowMs: () => 7,
    signal,
    ...bound,
  });
  const images = past.calls.available ? past.calls.value.map(({ imageRef }) => imageRef) : [];
  return { ...past, images };
};
const image = (minute: number) => `registry.example/a:${minute}`;

describe('calls of the past, from files', () => {
  it('begins at the time asked for, within a large file', async () => {
    await put(LOG, pulls(0, 5_000), 5_000);
    const { images, fromMs, gaps, calls } = await since(4_321);
    expect([images[0], images.length]).toEqual([image(4_321), 679]);
    expect(fromMs).toBe(BEGAN_MS + 4_321 * 60_000);
    expect(gaps).toEqual([]);
    expect(calls.available && calls.value.every(({ outcome }) => outcome === 'ok')).toBe(true);
  });

  it('goes on in the files that were rotated away, packed ones too', async () => {
    await put(`${LOG}.3.gz`, gzipSync(pulls(0, 10)), 10);
    await put(`${LOG}.2.gz`, gzipSync(pulls(10, 20)), 20);
    await put(`${LOG}-20261129`, pulls(20, 30), 30);
    await put(LOG, pulls(30, 40), 40);
    await put('/var/log/containerd.log.note', pulls(0, 3), 50);
    expect((await since(15)).images).toEqual(Array.from({ length: 25 }, (_, at) => image(15 + at)));
    expect((await since(0)).images).toHaveLength(40);
  });

  it('knows the names that k3s rotates to', async () => {
    await put('/k3s/containerd-2026-11-29T12-00-10.123.log.gz', gzipSync(pulls(0, 10)), 10);
    await put('/k3s/containerd-2026-11-29T12-00-20.456.log', pulls(10, 20), 20);
    await put('/k3s/containerd.log', pulls(20, 30), 30);
    await put('/k3s/containerd-shim.log', pulls(0, 30), 30);
    const place = { kind: 'file', path: '/k3s/containerd.log' } as const;
    expect((await since(5, { place })).images).toHaveLength(25);
  });

  it('reads no more than its bound, the newest, and says from when on', async () => {
    await put(`${LOG}.1`, pulls(0, 1_000), 1_000);
    await put(LOG, pulls(1_000, 2_000), 2_000);
    const { images, gaps, fromMs } = await since(0, { maxBytes: 100_000 });
    expect(images.at(-1)).toBe(image(1_999));
    expect(images.length).toBeLessThan(1_000);
    expect(gaps).toEqual([
      `Lines of the log before ${new Date(fromMs ?? 0).toISOString()} were not read: there are too many.`,
    ]);
  });

  it("says that the runtime's lines were suppressed", async () => {
    const gap = 'Suppressed 12 messages from containerd.service';
    await put(LOG, `${pull(1)}time="2026-11-29T12:02:00Z" level=info msg="${gap}"\n${pull(3)}`, 4);
    expect((await since(0)).gaps).toEqual(['12 lines of the runtime were suppressed.']);
  });

  it('follows links within the host root', async () => {
    await put('/data/log/containerd.log', pulls(0, 3), 3);
    await mkdir(node().path('/var'), { recursive: true });
    await symlink('/data/log', node().path('/var/log'));
    expect((await since(0)).images).toHaveLength(3);
  });

  it('says that there is no log', async () => {
    const { calls, gaps } = await since(0);
    expect(calls.available).toBe(false);
    expect(gaps).toHaveLength(1);
  });

  it('ends with its signal', async () => {
    await put(LOG, pulls(0, 10), 10);
    const aborted = AbortSignal.abort(new Error('gone'));
    const reading = readCallsSince(
      { kind: 'file', path: LOG },
      { sinceMs: 0, hostRoot: node().hostRoot, nowMs: () => 7, signal: aborted },
    );
    await expect(reading).rejects.toThrow('gone');
  });
});

const hasJournalctl = await hasUnit('containerd', { signal }).then(
  () => true,
  (error: unknown) => !String(error).includes('not installed'),
);

describe.skipIf(!hasJournalctl)('calls of the past, from a real journal', () => {
  const place = { kind: 'unit', unit: 'containerd' } as const;

  const journal = async () => {
    const folder = node().path('/var/log/journal/0123456789abcdef0123456789abcdef');
    await mkdir(folder, { recursive: true });
    const packed = await readFile(new URL('fixtures/system.journal.gz', import.meta.url));
    await writeFile(join(folder, 'system.journal'), gunzipSync(packed));
    return folder;
  };

  it('begins at the time asked for and pairs in the order of time', async () => {
    await journal();
    const read = (sinceMs: number) =>
      readCallsSince(place, { sinceMs, hostRoot: node().hostRoot, nowMs: () => 7, signal });
    const all = await read(0);
    const first = all.calls.available ? all.calls.value[0] : undefined;
    expect(first).toMatchObject({ call: 'RunPodSandbox', outcome: 'ok' });
    expect(all.gaps).toEqual(['412 lines of the runtime were suppressed.']);
    const none = await read(Date.UTC(2027, 0, 1));
    expect(none.calls).toMatchObject({ available: true, value: [] });
  });

  it('says that the journal cannot be read', async () => {
    await rm(await journal(), { recursive: true });
    const past = await readCallsSince(place, {
      sinceMs: 0,
      hostRoot: node().hostRoot,
      nowMs: () => 7,
      signal,
      journalctl: '/nowhere/journalctl',
    });
    expect(past.gaps).toEqual(['Journalctl is not installed here.']);
  });
});
