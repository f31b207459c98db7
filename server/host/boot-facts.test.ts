import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readBootFacts } from './boot-facts.ts';
import { readNodeText } from './node-files.ts';
import { parseBootTime } from './proc-stat.ts';
import { findRuntimeProcess, parseSocketInodes } from './runtime-process.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const stat = (pid: number, command: string, ticks: number) =>
  node().put(`/proc/${pid}/stat`, `${pid} (${command}) S 1 ${'0 '.repeat(17)}${ticks} 0\n`);

describe('readBootFacts', () => {
  beforeEach(async () => {
    await node().put('/proc/stat', 'cpu  1 2\nintr 5 0 1\nbtime 1796000000\nprocesses 9\n');
    await node().put('/proc/sys/kernel/osrelease', '6.1.0-28-amd64\n');
  });

  it('tells when node, runtime and kubelet began', async () => {
    await stat(10, 'containerd', 500);
    await stat(11, 'rke2-server', 100);
    await stat(12, 'kubelet', 700);
    await node().put('/sys/fs/cgroup/cgroup.controllers', 'cpu memory\n');
    expect(await readBootFacts(node().hostRoot, null)).toEqual({
      bootedAtMs: 1_796_000_000_000,
      runtimeStartedAtMs: 1_796_000_005_000,
      kubeletStartedAtMs: 1_796_000_007_000,
      kernelRelease: '6.1.0-28-amd64',
      cgroupVersion: 2,
    });
  });

  it.each([
    ['k3s-server', 'a kubelet within k3s'],
    ['kubelite', 'a kubelet within microk8s'],
  ])('%s: %s', async (command) => {
    await stat(10, command, 300);
    await node().folder('/sys/fs/cgroup/memory');
    expect(await readBootFacts(node().hostRoot, null)).toMatchObject({
      runtimeStartedAtMs: null,
      kubeletStartedAtMs: 1_796_000_003_000,
      cgroupVersion: 1,
    });
  });

  it('does not take a runtime in a pod for that of the node', async () => {
    await stat(10, 'containerd', 100);
    await node().put('/proc/10/cgroup', '0::/kubepods/besteffort/podabcdefgh/x\n');
    await stat(20, 'containerd', 400);
    expect((await readBootFacts(node().hostRoot, null)).runtimeStartedAtMs).toBe(1_796_000_004_000);
  });

  it('agrees with this machine', async () => {
    const text = await readNodeText('/', '/proc/stat', 1_000_000);
    const facts = await readBootFacts('/', null);
    expect(facts.bootedAtMs).toBe(parseBootTime(text ?? ''));
    expect(facts.bootedAtMs).toBeLessThan(Date.now());
    expect(facts.kernelRelease).toMatch(/^\d+\.\d+/);
    expect([1, 2]).toContain(facts.cgroupVersion);
  });
});

describe('findRuntimeProcess', () => {
  const table = (...pids: number[]) =>
    pids.map((pid) => ({
      pid,
      command: 'containerd',
      state: 'S',
      parentPid: 1,
      sessionId: pid,
      startedAfterMs: pid,
    }));

  it('finds the one that holds the socket, where several run', async () => {
    const socket = join(node().hostRoot, 'x.sock');
    const server = createServer().listen(socket);
    await new Promise((resolve) => server.once('listening', resolve));
    try {
      // This very process listens; pid 1 came first and does not.
      const found = await findRuntimeProcess('/', table(1, process.pid), `unix://${socket}`);
      expect(found?.pid).toBe(process.pid);
    } finally {
      server.close();
    }
  });

  it('takes the first one where the socket tells nothing', async () => {
    const found = await findRuntimeProcess('/', table(9_000_002, 9_000_001), 'unix:///run/none');
    expect(found?.pid).toBe(9_000_001);
  });
});

describe('parseSocketInodes', () => {
  it('knows /var/run as /run', () => {
    const text =
      'Num RefCount Protocol Flags Type St Inode Path\n0000: 00000002 00000000 00010000 0001 01 4711 /run/containerd/containerd.sock\n0000: 00000002 00000000 00010000 0001 01 12\n';
    expect([...parseSocketInodes(text, '/var/run/containerd/containerd.sock')]).toEqual(['4711']);
  });
});
