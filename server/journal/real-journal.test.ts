import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createJournal } from './journal.ts';
import { hasUnit } from './journald.ts';

/*
 * fixtures/system.journal.gz is a journal as systemd-journal-remote wrote it from export text: ten lines of containerd,
 * journald's word on lines it suppressed of that unit, and a multi-line entry of kubelet among others.
 */
const hasJournalctl = await hasUnit('containerd', { signal: new AbortController().signal }).then(
  () => true,
  (error: unknown) => !String(error).includes('not installed'),
);
const RECORDED_AT_MS = 1_795_985_541_000;
const MACHINE_ID = '0123456789abcdef0123456789abcdef';

describe.skipIf(!hasJournalctl)('a real journal below a host root', () => {
  let hostRoot: string;

  beforeAll(async () => {
    hostRoot = await mkdtemp(join(tmpdir(), 'real-journal-'));
    const folder = join(hostRoot, 'var/log/journal', MACHINE_ID);
    await mkdir(folder, { recursive: true });
    const packed = await readFile(new URL('fixtures/system.journal.gz', import.meta.url));
    await writeFile(join(folder, 'system.journal'), gunzipSync(packed));
  });

  afterAll(() => rm(hostRoot, { recursive: true }));

  it.each([
    ['containerd', true],
    ['crio', false],
  ])('tells whether it holds unit %s', async (unit, expected) => {
    const { signal } = new AbortController();
    expect(await hasUnit(unit, { signal, hostRoot })).toBe(expected);
  });

  it('finds both logs by itself, with calls, gaps and multi-line entries', async () => {
    const journal = createJournal({
      hostRoot,
      runtimeLog: null,
      kubeletLog: null,
      endpoint: () => 'unix:///run/containerd/containerd.sock',
      nowMs: () => RECORDED_AT_MS,
    });
    try {
      await vi.waitFor(
        () => {
          const reasons = journal.sources().map((source) => source.reason);
          expect(reasons[0]).toContain('suppressed 412 lines');
          expect(reasons[1]).toBe('Reads unit kubelet in journald.');
        },
        { timeout: 10_000 },
      );
      const calls = journal.calls();
      expect(calls.available && calls.value[0]).toMatchObject({
        call: 'RunPodSandbox',
        outcome: 'ok',
        where: 'journald containerd',
      });
      const open = calls.available ? calls.value.filter((call) => call.outcome === 'open') : [];
      expect(open.every((call) => call.doubt?.includes('412 log lines'))).toBe(true);
      expect(open.map((call) => call.call)).toContain('PullImage');
      const lines = journal.kubeletLog();
      const hook = lines.available
        ? lines.value.find((line) => line.message === 'Failed to execute PostStartHook')
        : undefined;
      expect(hook?.fields['err']).toContain('exited with 9');
    } finally {
      await journal.close();
    }
  });
});
