import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeProcess } from '../contract/host-facts.ts';
import { createHost } from './host.ts';
import { parseProcStat } from './proc-stat.ts';
import { parseShimId, parseTerm } from './process-details.ts';
import { ProcessReader, type ProcessWish } from './processes.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const ID = '3f2a'.repeat(16);
const OTHER_ID = 'b'.repeat(64);
const UID = '0f2c61b4-5d5e-4b6f-9a6e-0d3b8f1c2a77';
const BOOTED_S = 1_796_000_000;

interface Fake {
  readonly command: string;
  readonly parent?: number;
  readonly state?: string;
  readonly ticks?: number;
  readonly cgroup?: string;
  readonly cmdline?: string;
  readonly status?: string;
  readonly wchan?: string;
}

async function process(pid: number, fake: Fake): Promise<void> {
  const { command, parent = 1, state = 'S', ticks = pid } = fake;
  const numbers = Array.from({ length: 17 }, () => '0').join(' ');
  const put = (name: string, text: string) => node().put(`/proc/${pid}/${name}`, text);
  await put('stat', `${pid} (${command}) ${state} ${parent} ${numbers} ${ticks} 0 0\n`);
  await put('cgroup', `0::${fake.cgroup ?? '/system.slice/x.service'}\n`);
  await put('cmdline', fake.cmdline ?? '');
  await put('wchan', fake.wchan ?? '0');
  await put('status', fake.status ?? 'SigIgn:\t0000000000000000\nSigCgt:\t0000000000000000\n');
}

const inPod = (id: string) => `/kubepods/burstable/pod${UID}/${id}`;
const nobody: ProcessWish = { podUids: new Set(), ids: new Set(), cniPrograms: [] };
const read = (wish: Partial<ProcessWish> = {}) =>
  new ProcessReader(node().hostRoot).read({ ...nobody, ...wish });
const byPid = (list: readonly NodeProcess[], pid: number) => list.find((one) => one.pid === pid);

beforeEach(() => node().put('/proc/stat', `cpu 1 2 3\nbtime ${BOOTED_S}\n`));

describe('processes', () => {
  it('tells shims with their sandbox, the runtime and kubelet, and leaves others out', async () => {
    await process(10, { command: 'containerd' });
    await process(11, { command: 'kubelet' });
    await process(12, {
      command: 'containerd-shim',
      cmdline: ['/usr/bin/containerd-shim-runc-v2', '-namespace', 'k8s.io', '-id', ID].join('\0'),
    });
    await process(13, { command: 'conmon', cmdline: ['conmon', '-b', '/x', '-c', ID].join('\0') });
    await process(14, { command: 'sshd' });
    await process(15, { command: 'app', cgroup: inPod(OTHER_ID) });
    const told = await read();
    expect(told.map(({ pid, kind }) => [pid, kind])).toEqual([
      [10, 'runtime'],
      [11, 'kubelet'],
      [12, 'shim'],
      [13, 'shim'],
    ]);
    expect(byPid(told, 12)).toMatchObject({
      sandboxOrContainerId: ID,
      startedAtMs: BOOTED_S * 1000 + 120,
      parentPid: 1,
      state: 'S',
      waitChannel: null,
      ignoresTerm: false,
      termHandling: 'ends',
    });
    expect(byPid(told, 13)?.sandboxOrContainerId).toBe(ID);
  });

  it.each([
    ['by its pod', { podUids: new Set([UID]) }],
    ['by its container', { ids: new Set([OTHER_ID]) }],
  ])("tells a container's process %s, with what holds it", async (_name, wish) => {
    await process(15, {
      command: 'app (v1) x',
      cgroup: inPod(OTHER_ID),
      state: 'D',
      wchan: 'rpc_wait_bit_killable',
      status: 'NSpid:\t15\t1\nSigIgn:\t0000000000000000\nSigCgt:\t0000000000000000\n',
    });
    expect(await read(wish)).toMatchObject([
      {
        pid: 15,
        command: 'app (v1) x',
        kind: 'container',
        state: 'D',
        waitChannel: 'rpc_wait_bit_killable',
        podUid: UID,
        sandboxOrContainerId: OTHER_ID,
        ignoresTerm: true,
        termHandling: 'no-handler',
      },
    ]);
  });

  it('tells network plugins and what they start, and nothing else that the runtime starts', async () => {
    await process(10, { command: 'containerd' });
    await process(20, { command: 'bridge', parent: 10 });
    await process(21, { command: 'host-local', parent: 20 });
    await process(22, { command: 'unpigz', parent: 10 });
    await process(23, { command: 'bridge', parent: 1 });
    const told = await read({ cniPrograms: ['bridge', 'host-local', 'unpigz-not'] });
    expect(told.filter(({ kind }) => kind === 'cni').map(({ pid }) => pid)).toEqual([20, 21]);
    expect(byPid(told, 22)).toBeUndefined();
  });

  it('knows a plugin by the name that the kernel cuts', async () => {
    await process(10, { command: 'crio' });
    await process(20, { command: 'vendor-network-', parent: 10 });
    const told = await read({ cniPrograms: ['vendor-network-plugin'] });
    expect(byPid(told, 20)?.kind).toBe('cni');
  });

  it('takes a runtime or kubelet that runs in a pod for that pod', async () => {
    await process(10, { command: 'containerd', cgroup: inPod(OTHER_ID) });
    expect(await read()).toEqual([]);
    expect(await read({ podUids: new Set([UID]) })).toMatchObject([{ kind: 'container' }]);
  });

  it('reads no command line of a process that hangs in the kernel', async () => {
    await process(12, {
      command: 'containerd-shim',
      state: 'D',
      cmdline: ['shim', '-id', ID].join('\0'),
    });
    expect(await read()).toMatchObject([{ sandboxOrContainerId: null, state: 'D' }]);
  });

  it('sees that a pid was given out again, and what a process became', async () => {
    const reader = new ProcessReader(node().hostRoot);
    const wish = { ...nobody, podUids: new Set([UID]) };
    await process(90_000, { command: 'last', ticks: 900_000 });
    await process(15, { command: 'runc:[2:INIT]', cgroup: inPod(ID), ticks: 5 });
    expect(await reader.read(wish)).toMatchObject([{ kind: 'other' }]);
    await process(15, { command: 'app', cgroup: inPod(ID), ticks: 5 });
    expect(await reader.read(wish)).toMatchObject([{ kind: 'container' }]);
    await process(15, { command: 'app', ticks: 77 });
    expect(await reader.read(wish)).toEqual([]);
  });

  it('goes on when processes end while they are read', async () => {
    await process(10, { command: 'containerd' });
    await process(12, { command: 'containerd-shim', cmdline: 'x' });
    await rm(node().path('/proc/12/status'));
    await rm(node().path('/proc/12/cgroup'));
    expect(byPid(await read(), 12)).toMatchObject({ ignoresTerm: null, termHandling: null });
  });

  it('tells a bounded number, shims first and then the oldest, and how many it left out', async () => {
    const count = 1_505;
    const pids = Array.from({ length: count }, (_, index) => 1_000 + index);
    await Promise.all(pids.map((pid) => process(pid, { command: 'fork', cgroup: inPod(ID) })));
    await process(9_000, { command: 'containerd-shim', cmdline: 'x' });
    const reader = new ProcessReader(node().hostRoot);
    const told = await reader.read({ ...nobody, podUids: new Set([UID]) });
    expect([told.length, told[0]?.kind, told[1]?.pid]).toEqual([1_500, 'shim', 1_000]);
    expect(reader.leftOut).toBe(6);
  });

  it('says that there is no /proc', async () => {
    await rm(node().path('/proc'), { recursive: true });
    const host = createHost({
      hostRoot: node().hostRoot,
      podLogs: '/x',
      manifests: null,
      nowMs: () => 7,
    });
    const hints = { endpoint: null, cniConfDir: null, cniBinDirs: [] };
    expect(await host.facts.processes(hints, nobody)).toEqual({
      available: false,
      reason: 'There is no /proc.',
    });
  });
});

describe('a process of this machine', () => {
  let child: ChildProcess | undefined;

  afterEach(() => child?.kill('SIGKILL'));

  it.each([
    ['ends', 'echo up; sleep 60'],
    ['ignored', 'trap "" TERM; echo up; sleep 60'],
    ['caught', 'trap "echo x" TERM; echo up; sleep 60; sleep 60'],
  ])('%s with TERM', async (handling, script) => {
    child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise((resolve) => child?.stdout?.once('data', resolve));
    const { pid } = child;
    await vi.waitFor(() =>
      expect(parseTerm(readFileSync(`/proc/${pid}/status`, 'utf8'))).toBe(handling),
    );
    const stat = parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    expect(stat).toMatchObject({ pid, command: 'sh', parentPid: globalThis.process.pid });
  });
});

describe('parseShimId', () => {
  it.each([
    [['shim', '-namespace', 'k8s.io', '-id', 'a', '-address', 'x'], 'a'],
    [['conmon', '--cid=b', '-n', 'x'], 'b'],
    [['conmon', '-n', 'x'], null],
    [['shim', '-id'], null],
  ])('%j', (args, id) => {
    expect(parseShimId(args.join('\0'))).toBe(id);
  });
});
