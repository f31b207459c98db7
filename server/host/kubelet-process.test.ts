import { describe, expect, it } from 'vitest';
import { findKubeletProcess } from './kubelet-process.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
const POD_CGROUP = '/kubepods/burstable/pod0f2c61b4-5d5e-4b6f-9a6e-0d3b8f1c2a77/abc';

async function run(pid: number, command: string, given: { state?: string; cgroup?: string } = {}) {
  const numbers = Array.from({ length: 17 }, () => '0').join(' ');
  const { state = 'S', cgroup = '/system.slice/x.service' } = given;
  await node().put(`/proc/${pid}/stat`, `${pid} (${command}) ${state} 1 ${numbers} ${pid} 0 0\n`);
  await node().put(`/proc/${pid}/cgroup`, `0::${cgroup}\n`);
}

const find = () =>
  findKubeletProcess({ hostRoot: node().hostRoot, endpoint: 'unix:///run/containerd.sock' }, 1);

describe('the process of kubelet', () => {
  it.each(['kubelet', 'k3s-agent', 'k3s-server', 'k3s', 'rke2', 'k0s', 'kubelite'])(
    'is found as %s',
    async (command) => {
      await run(7, command);
      expect(await find()).toMatchObject({ available: true, value: { pid: 7, command } });
    },
  );

  it('is found stopped by a signal: it may go on any moment', async () => {
    await run(7, 'kubelet', { state: 'T' });
    expect(await find()).toMatchObject({ value: { pid: 7 } });
  });

  it.each([
    ['nothing but the runtime', 'bash', {}],
    ['one that has ended and is not waited for', 'kubelet', { state: 'Z' }],
    ["one that runs in a pod, as another cluster's", 'kubelet', { cgroup: POD_CGROUP }],
  ])('is not there with %s', async (_, command, given) => {
    await run(6, 'containerd');
    await run(7, command, given);
    expect(await find()).toMatchObject({ available: true, value: null });
  });

  it('cannot be told among the processes of a pod, where the runtime is not seen either', async () => {
    await run(1, 'node');
    expect(await find()).toMatchObject({ available: false, reason: /not the node's/ });
  });

  it('cannot be told without /proc', async () => {
    expect(await find()).toMatchObject({ available: false });
  });
});
