import { appendFile, chmod, copyFile, mkdir, rename, symlink, truncate } from 'node:fs/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nodeForEach } from '../host/testing/temp-node.ts';
import { createJournal, type Journal, type JournalOptions } from './journal.ts';

const node = nodeForEach();
let journal: Journal | undefined;

afterEach(async () => {
  await journal?.close();
  journal = undefined;
});

const LOG = '/var/log/containerd.log';
const soon = { timeout: 10_000, interval: 20 };

function open(options: Partial<JournalOptions> = {}): Journal {
  journal = createJournal({
    hostRoot: node().hostRoot,
    runtimeLog: null,
    kubeletLog: null,
    endpoint: () => 'unix:///run/containerd/containerd.sock',
    nowMs: () => Date.UTC(2026, 10, 30),
    journalctl: node().path('/journalctl'),
    ...options,
  });
  return journal;
}

/** The calls once there are that many, as "call outcome". */
async function calls(count: number): Promise<string[]> {
  const read = () => {
    const section = journal?.calls();
    return section?.available ? section.value.map(({ call, outcome }) => `${call} ${outcome}`) : [];
  };
  await vi.waitFor(() => expect(read()).toHaveLength(count), soon);
  return read();
}

const reasonOf = (name: string) => journal?.sources().find((one) => one.name === name)?.reason;

const logfmt = (message: string, rest = '') =>
  `time="2026-11-29T21:00:00.5Z" level=info msg=${JSON.stringify(message)}${rest}\n`;
const json = (message: string, rest: object = {}) =>
  `${JSON.stringify({ ...rest, level: 'info', msg: message, time: '2026-11-29T21:00:00.5Z' })}\n`;
const POD = '&PodSandboxMetadata{Name:web,Uid:u1,Namespace:shop,Attempt:0,}';
const IMAGE = 'registry.example/a:1';

describe('forms of a runtime log', () => {
  const NAMELESS = 'runtime.v1.RuntimeService';
  it.each([
    [
      'containerd, logfmt',
      logfmt(`RunPodSandbox for ${POD}`) +
        logfmt(
          `RunPodSandbox for ${POD} failed, error`,
          ' error="rpc error: code = Unknown desc = x"',
        ),
    ],
    [
      'containerd, JSON',
      json(`RunPodSandbox for ${POD}`) +
        json(`RunPodSandbox for ${POD} failed, error`, {
          error: 'rpc error: code = Unknown desc = x',
          level: 'error',
        }),
    ],
    [
      'CRI-O, text',
      logfmt('Running pod sandbox: shop/web/POD', ` id=r1 name=/${NAMELESS}/RunPodSandbox`) +
        logfmt(
          'runSandbox: cleaning up x: context was either canceled',
          ` id=r1 name=/${NAMELESS}/RunPodSandbox`,
        ),
    ],
    [
      'CRI-O, JSON',
      json('Running pod sandbox: shop/web/POD', { id: 'r1', name: `/${NAMELESS}/RunPodSandbox` }) +
        json('runSandbox: cleaning up x: context was either canceled', {
          id: 'r1',
          name: `/${NAMELESS}/RunPodSandbox`,
        }),
    ],
  ])('%s', async (_name, text) => {
    await node().put(LOG, text);
    open();
    expect(await calls(1)).toEqual(['RunPodSandbox failed']);
    const section = journal?.calls();
    expect(section?.available && section.value[0]?.error).toMatch(/x/);
  });
});

describe('rotation', () => {
  const begin = logfmt(`PullImage "${IMAGE}"`);
  const end = logfmt(`PullImage "${IMAGE}" returns image reference "sha256:x"`);

  it('by rename joins a call that began in the old file and ended in the new one', async () => {
    await node().put(LOG, begin);
    open();
    expect(await calls(1)).toEqual(['PullImage open']);
    await rename(node().path(LOG), node().path(`${LOG}.1`));
    await node().put(LOG, end + logfmt('PullImage "registry.example/b:1"'));
    expect(await calls(2)).toEqual(['PullImage ok', 'PullImage open']);
  });

  it('by copy and truncate does too', async () => {
    await node().put(LOG, begin);
    open();
    expect(await calls(1)).toEqual(['PullImage open']);
    await copyFile(node().path(LOG), node().path(`${LOG}.1`));
    await truncate(node().path(LOG));
    await appendFile(node().path(LOG), end + logfmt('PullImage "registry.example/b:1"'));
    expect(await calls(2)).toEqual(['PullImage ok', 'PullImage open']);
  });

  it('by another target of a link below the host root is followed', async () => {
    await node().put('/data/1.log', begin);
    await node().put('/data/2.log', end);
    await mkdir(node().path('/var/log'), { recursive: true });
    await symlink('/data/1.log', node().path(LOG));
    open();
    await calls(1);
    await symlink('/data/2.log', node().path('/var/log/next'));
    await rename(node().path('/var/log/next'), node().path(LOG));
    await vi.waitFor(async () => expect(await calls(1)).toEqual(['PullImage ok']), soon);
  });
});

describe('places', () => {
  it.each([
    [
      'k3s',
      'unix:///run/k3s/containerd/containerd.sock',
      '/var/lib/rancher/k3s/agent/containerd/containerd.log',
    ],
    [
      'rke2',
      'unix:///run/k3s/containerd/containerd.sock',
      '/var/lib/rancher/rke2/agent/containerd/containerd.log',
    ],
    ['CRI-O', 'unix:///var/run/crio/crio.sock', '/var/log/crio/crio.log'],
    ['containerd', 'unix:///run/containerd/containerd.sock', LOG],
  ])("finds %s's file", async (_name, endpoint, path) => {
    await node().put(path, logfmt(`PullImage "${IMAGE}"`));
    open({ endpoint: () => endpoint });
    await calls(1);
    expect(reasonOf('runtime-log')).toBe(`Reads the file ${path}.`);
  });

  it("finds the kernel's file where journald and the ring cannot be read", async () => {
    await node().put(
      '/var/log/messages',
      'Nov 29 20:52:25 n kernel: Out of memory: Killed process 7 (x) total-vm:1kB\n',
    );
    const opened = open();
    await vi.waitFor(() => expect(opened.kernelLog()).toMatchObject({ available: true }), soon);
    expect(reasonOf('kernel-log')).toBe('Reads the file /var/log/messages.');
  });
});

describe('journald that cannot be read', () => {
  const journalctl = async (body: string) => {
    await node().put('/journalctl', `#!/bin/sh\n${body}\n`);
    await chmod(node().path('/journalctl'), 0o755);
  };
  const NEWER =
    'echo "Journal file /var/log/journal/x/system.journal uses an unsupported feature, ignoring file." >&2';

  it.each([
    [
      'a format newer than journalctl',
      `${NEWER}; echo "-- No entries --"`,
      'cannot read the journal files',
    ],
    ['no journal at all', 'echo "No journal files were found." >&2', 'keeps no journal'],
    ['options it does not know', 'echo "journalctl: unrecognized option x" >&2; exit 1', 'too old'],
  ])('is blind with %s', async (_name, body, reason) => {
    await journalctl(body);
    const opened = open();
    await vi.waitFor(() => expect(reasonOf('runtime-log')).toContain(reason), soon);
    expect(reasonOf('kernel-log')).toContain(reason);
    expect(opened.calls().available).toBe(false);
    expect(opened.kernelLog().available).toBe(false);
    expect(opened.sources().every(({ status, enable }) => status === 'unavailable' && enable)).toBe(
      true,
    );
  });

  it('is blind, too, where the unit was named and journalctl waits on for lines it cannot read', async () => {
    await journalctl(`${NEWER}; exec sleep 60`);
    open({ runtimeLog: { kind: 'unit', unit: 'containerd' } });
    await vi.waitFor(
      () => expect(reasonOf('runtime-log')).toContain('cannot read the journal files'),
      soon,
    );
  });

  it('reads on where only some files are newer', async () => {
    const entry = JSON.stringify({ MESSAGE: logfmt(`PullImage "${IMAGE}"`).trim() });
    await journalctl(
      `${NEWER}\ncase "$*" in *--unit=containerd*) cat <<'END'\n${entry}\nEND\n;; esac\ncase "$*" in *--follow*) exec sleep 60;; esac`,
    );
    open();
    expect(await calls(1)).toEqual(['PullImage open']);
  });
});
