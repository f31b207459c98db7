import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { valueOr } from '../contract/section.ts';
import { createJournal } from './journal.ts';
import { hasUnit } from './journald.ts';

/*
 * fixtures/system.journal.gz is a journal as systemd-journal-remote wrote it from export text: ten lines of containerd,
 * journald's word on lines it suppressed of that unit, and a multi-line entry of kubelet among others.
 * fixtures/kernel.journal.gz was made the same way: what a kernel 6.18 wrote when it killed a container's process, with
 * lines of other trouble and of another program between.
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
    for (const name of ['system.journal', 'kernel.journal']) {
      const packed = await readFile(new URL(`fixtures/${name}.gz`, import.meta.url));
      await writeFile(join(folder, name), gunzipSync(packed));
    }
  });

  afterAll(() => rm(hostRoot, { recursive: true }));

  it.each([
    ['containerd', true],
    ['crio', false],
  ])('tells whether it holds unit %s', async (unit, expected) => {
    const { signal } = new AbortController();
    expect(await hasUnit(unit, { signal, hostRoot })).toBe(expected);
  });

  it("finds the kernel's lines by itself, those of earlier boots too, with the container they are about", async () => {
    const journal = createJournal({
      hostRoot,
      runtimeLog: null,
      kubeletLog: null,
      endpoint: () => null,
      nowMs: () => RECORDED_AT_MS,
    });
    try {
      const read = () => valueOr(journal.kernelLog(), []);
      // They come line by line.
      const kinds = () => read().map(({ fields }) => fields['kind']);
      await vi.waitFor(
        () =>
          expect(kinds()).toEqual([
            'oom-invoked',
            'oom-usage',
            'oom-chosen',
            'oom-killed',
            'hung-task',
            'denied',
            'conntrack-full',
            'filesystem-readonly',
          ]),
        { timeout: 10_000 },
      );
      const lines = read();
      expect(lines[3]).toMatchObject({
        where: 'journald kernel',
        atMs: expect.any(Number),
        fields: { comm: 'tail', containerID: expect.stringMatching(/^f7275c51/) },
      });
      expect(journal.sources()[2]).toMatchObject({
        name: 'kernel-log',
        status: 'ok',
        reason: "Reads the kernel's lines in journald.",
      });
    } finally {
      await journal.close();
    }
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
