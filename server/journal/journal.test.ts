import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SourceStatus } from '../contract/node-status.ts';
import { createJournal, type Journal, type JournalOptions } from './journal.ts';

let hostRoot: string;
let journal: Journal | undefined;

beforeEach(async () => {
  hostRoot = await mkdtemp(join(tmpdir(), 'journal-'));
});

afterEach(async () => {
  await journal?.close();
  journal = undefined;
  await rm(hostRoot, { recursive: true });
});

const recorded = (name: string) => readFile(new URL(`fixtures/${name}`, import.meta.url), 'utf8');

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(hostRoot, path)), { recursive: true });
  await writeFile(join(hostRoot, path), text);
}

/** A journal on the temp folder, without journald unless a script stands in for journalctl. */
function open(options: Partial<JournalOptions> = {}): Journal {
  journal = createJournal({
    hostRoot,
    runtimeLog: null,
    kubeletLog: null,
    endpoint: () => 'unix:///run/containerd/containerd.sock',
    nowMs: () => Date.UTC(2026, 10, 30),
    journalctl: join(hostRoot, 'no-journalctl'),
    ...options,
  });
  return journal;
}

function source(name: SourceStatus['name']): SourceStatus | undefined {
  return journal?.sources().find((status) => status.name === name);
}

async function untilRead(name: 'runtime-log' | 'kubelet-log'): Promise<void> {
  await vi.waitFor(() => expect(source(name)?.status).not.toBe('unavailable'), { timeout: 5_000 });
}

describe('createJournal', () => {
  it('reads the calls and warnings of a named file and follows it', async () => {
    await put('/logs/c.log', await recorded('containerd-2.1.9.log'));
    const opened = open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await untilRead('runtime-log');
    const before = opened.calls();
    expect(before.available && before.value.length).toBeGreaterThan(5);
    expect(before.available && before.value[0]?.where).toBe('/logs/c.log:2');

    const changed = new Promise<void>((resolve) => opened.onChange(resolve));
    await appendFile(
      join(hostRoot, '/logs/c.log'),
      'time="2026-11-29T21:00:00Z" level=info msg="PullImage \\"registry.example/late:1\\""\n',
    );
    await changed;
    const after = opened.calls();
    expect(after.available && after.value.at(-1)).toMatchObject({
      imageRef: 'registry.example/late:1',
      outcome: 'open',
    });
    expect(source('runtime-log')).toEqual({
      name: 'runtime-log',
      status: 'ok',
      reason: 'Reads the file /logs/c.log.',
      enable: null,
    });
  });

  it('keeps warnings, errors and ends of tasks of the runtime', async () => {
    await put('/logs/c.log', await recorded('containerd-2.1.9.log'));
    const opened = open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await untilRead('runtime-log');
    const lines = opened.runtimeLog();
    const messages = lines.available ? lines.value.map((line) => line.message) : [];
    expect(messages.some((message) => message.startsWith('TaskOOM'))).toBe(true);
    expect(messages.some((message) => message.startsWith('fetch failed'))).toBe(true);
    expect(messages.some((message) => message.startsWith('RunPodSandbox'))).toBe(true);
    expect(messages.some((message) => message.includes('returns successfully'))).toBe(false);
  });

  it('reads what kubelet says about pods', async () => {
    await put('/logs/k.log', await recorded('kubelet-1.36.log'));
    const opened = open({ kubeletLog: { kind: 'file', path: '/logs/k.log' } });
    await untilRead('kubelet-log');
    const lines = opened.kubeletLog();
    const messages = lines.available ? lines.value.map((line) => line.message) : [];
    expect(messages).toContain('Probe failed');
    expect(messages).toContain('Could not process manifest file');
    expect(messages).not.toContain('SyncLoop (PLEG): event for pod');
  });

  it('finds a known file where journald cannot be asked', async () => {
    await put('/var/log/containerd.log', await recorded('containerd-2.1.9.log'));
    await put('/var/log/kubelet.log', await recorded('kubelet-1.36.log'));
    open();
    await untilRead('runtime-log');
    await untilRead('kubelet-log');
    expect(source('runtime-log')?.reason).toBe('Reads the file /var/log/containerd.log.');
    expect(source('kubelet-log')?.reason).toBe('Reads the file /var/log/kubelet.log.');
  });

  it('reads journald where the unit has entries', async () => {
    const entry = JSON.stringify({
      MESSAGE: 'time="2026-11-29T21:00:00Z" level=info msg="PullImage \\"a:1\\""',
      __REALTIME_TIMESTAMP: '1795985545123456',
    });
    await put(
      '/journalctl',
      `#!/bin/sh\ncase "$*" in *--unit=containerd*) printf '%s\\n' '${entry}';; esac\ncase "$*" in *--follow*) exec sleep 30;; esac\n`,
    );
    await chmod(join(hostRoot, 'journalctl'), 0o755);
    const opened = open({ journalctl: join(hostRoot, 'journalctl') });
    await untilRead('runtime-log');
    expect(source('runtime-log')?.reason).toBe('Reads unit containerd in journald.');
    const calls = opened.calls();
    expect(calls.available && calls.value[0]).toMatchObject({
      imageRef: 'a:1',
      where: 'journald containerd',
    });
  });

  it('is blind, not empty, without any log, and says how to change that', async () => {
    const opened = open();
    await vi.waitFor(() => expect(source('runtime-log')?.reason).toContain('not installed'));
    expect(opened.calls()).toMatchObject({ available: false });
    expect(opened.kubeletLog()).toMatchObject({ available: false });
    expect(source('runtime-log')?.enable).toContain('--runtime-log');
    expect(source('kubelet-log')?.enable).toContain('--kubelet-log');
  });

  it('takes a file without a line for no source', async () => {
    await put('/logs/c.log', '');
    const opened = open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await vi.waitFor(() => expect(source('runtime-log')?.reason).toContain('no line yet'));
    expect(opened.calls().available).toBe(false);
  });

  it('begins to read a named file once it appears', async () => {
    open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await vi.waitFor(() => expect(source('runtime-log')?.reason).toContain('There is no file'));
    await put('/logs/c.log', await recorded('containerd-2.1.9.log'));
    await untilRead('runtime-log');
  });

  it('keeps what it read, with its age, when the log goes away', async () => {
    await put('/logs/c.log', await recorded('containerd-2.1.9.log'));
    const opened = open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await untilRead('runtime-log');
    await mkdir(join(hostRoot, '/logs/dir'));
    await rename(join(hostRoot, '/logs/c.log'), join(hostRoot, '/logs/old.log'));
    await rename(join(hostRoot, '/logs/dir'), join(hostRoot, '/logs/c.log'));
    await vi.waitFor(() => expect(source('runtime-log')?.status).toBe('degraded'), {
      timeout: 5_000,
    });
    expect(source('runtime-log')?.reason).toContain('not a regular file');
    expect(opened.calls()).toMatchObject({ available: true, asOfMs: Date.UTC(2026, 10, 30) });
  });

  it('says that journald dropped lines', async () => {
    const text = await recorded('containerd-2.1.9.log');
    await put('/logs/c.log', `${text}Suppressed 412 messages from containerd.service\n`);
    open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await untilRead('runtime-log');
    expect(source('runtime-log')).toMatchObject({
      status: 'degraded',
      enable: expect.stringContaining('RateLimitBurst'),
    });
  });

  it('forgets such a gap after an hour', async () => {
    const gap =
      'time="2026-11-29T21:00:00Z" level=info msg="Suppressed 412 messages from containerd.service"\n';
    await put('/logs/c.log', gap);
    open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await untilRead('runtime-log');
    expect(source('runtime-log')?.status).toBe('ok');
  });

  it('says that a log of failures only cannot show calls in flight', async () => {
    const line =
      'time="2026-11-29T21:00:00Z" level=error msg="PullImage \\"a:1\\" failed" error="x"\n';
    await put('/logs/c.log', line.repeat(30));
    open({ runtimeLog: { kind: 'file', path: '/logs/c.log' } });
    await untilRead('runtime-log');
    expect(source('runtime-log')?.enable).toContain('log level to info');
  });

  it('says how many records it had to drop', async () => {
    await put('/logs/c.log', await recorded('containerd-2.1.9.log'));
    open({ runtimeLog: { kind: 'file', path: '/logs/c.log' }, maxCallRecords: 3 });
    await untilRead('runtime-log');
    expect(source('runtime-log')?.reason).toMatch(/\d+ older records were dropped/);
  });
});
