import { status } from '@grpc/grpc-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StatsList } from '../../server/contract/stats.ts';
import { ContainerState, RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import type { Runtime } from '../../server/runtime.ts';
import type { PodPlan } from './model/scenario.ts';
import type { Sim } from './sim.ts';
import { simForTest } from './testing/sim-for-test.ts';
import { openProduct } from './verify/open-product.ts';

const signal = new AbortController().signal;
const ALL = { pod: null, recent: 0 };
/** An init container that ended, and containers that run. */
const SCENARIOS = ['init-sidecar'];
/** No such case is known of CRI-O. */
const CRIO_FAILS = 'no such pod';
const ON_HOST: PodPlan = {
  namespace: 'kube-system',
  name: 'proxy',
  ageMs: 60_000,
  hostNetwork: true,
  containers: [{ name: 'proxy', image: 'registry.example/proxy:1', pull: { kind: 'present' } }],
};

async function productOn(sim: Sim): Promise<Runtime> {
  const runtime = await openProduct(sim, 'all');
  onTestFinished(() => runtime.close());
  return runtime;
}

/** The figures as soon as the runtime has told them. */
async function told(runtime: Runtime): Promise<StatsList> {
  await expect
    .poll(async () => (await runtime.stats(ALL, { signal })).containers[0]?.latest)
    .not.toBeNull();
  return runtime.stats(ALL, { signal });
}

/** Made past kubelet: containerd finds no group for it. */
const BARE: PodPlan = {
  namespace: 'default',
  name: 'by-hand',
  ageMs: 60_000,
  isWithoutParentGroup: true,
  containers: [{ name: 'app', image: 'registry.example/app:1', pull: { kind: 'present' } }],
};

describe('the simulated runtimes tell figures as the real ones do', () => {
  const { containerStats, listContainerStats, listPodSandboxStats } = RuntimeService.method;
  const crio = { dress: 'crio' } as const;
  const v16 = { dress: 'containerd', version: '1.6' } as const;
  const v21 = { dress: 'containerd', version: '2.1' } as const;

  it.each([
    ['CRI-O', crio, true],
    ['containerd 1.6', v16, true],
    ['containerd 2.1', v21, false],
  ])('%s: a rate of a container from the second sample on, or never', async (_, dress, hasRate) => {
    const { client } = await simForTest({ ...dress, scenarios: ['healthy'] });
    const rates = async () =>
      (await client.call(listContainerStats)).stats.map(
        ({ cpu }) => (cpu?.usageNanoCores?.value ?? 0n) > 0n,
      );
    expect(new Set(await rates())).toEqual(new Set([false]));
    expect(new Set(await rates())).toEqual(new Set([hasRate]));
    const { stats } = await client.call(listContainerStats);
    expect(stats.every((row) => (row.cpu?.usageCoreNanoSeconds?.value ?? 0n) > 0n)).toBe(true);
  });

  it.each([
    ['containerd 1.6', v16],
    ['containerd 2.1', v21],
  ])('%s: an ended container with its writable layer only, and none alone', async (_, dress) => {
    const { client } = await simForTest({ ...dress, scenarios: SCENARIOS });
    const { stats } = await client.call(listContainerStats);
    const ended = stats.filter((row) => row.cpu === undefined);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.every((row) => row.writableLayer && !row.memory)).toBe(true);
    const containerId = ended[0]?.attributes?.id ?? '';
    await expect(client.call(containerStats, { containerId })).rejects.toMatchObject({
      code: status.UNKNOWN,
      details: 'unexpected metrics response: []',
    });
  });

  it('CRI-O: no ended container, alone neither', async () => {
    const { client } = await simForTest({ ...crio, scenarios: SCENARIOS });
    const { containers } = await client.call(RuntimeService.method.listContainers);
    const ended = containers.filter((one) => one.state === ContainerState.CONTAINER_EXITED);
    const listed = (await client.call(listContainerStats)).stats.map((row) => row.attributes?.id);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.filter(({ id }) => listed.includes(id))).toEqual([]);
    const alone = await client.call(containerStats, { containerId: ended[0]?.id ?? '' });
    expect(alone.stats).toBeUndefined();
  });

  it.each([
    ['containerd 2.1', v21, true],
    ['CRI-O', crio, false],
  ])('%s: CPU, memory and processes of a pod, or not', async (_, dress, isTold) => {
    const { client } = await simForTest({ ...dress, scenarios: SCENARIOS });
    const [pod] = (await client.call(listPodSandboxStats)).stats;
    const { cpu, memory, process } = pod?.linux ?? {};
    const figures = [cpu, memory, process];
    expect(figures.map((one) => one !== undefined)).toEqual(figures.map(() => isTold));
  });

  it('containerd: no network of a pod in that of the node', async () => {
    const { sim, client } = await simForTest({ ...v21, scenarios: SCENARIOS });
    sim.control.addPod(ON_HOST);
    const networks = async () =>
      (await client.call(listPodSandboxStats)).stats.map(
        (pod) => pod.linux?.network?.defaultInterface?.name ?? 'none',
      );
    await expect.poll(networks).toEqual(['eth0', 'none']);
  });

  it('CRI-O: the loopback as the default', async () => {
    const { client } = await simForTest({ ...crio, scenarios: SCENARIOS });
    const pods = (await client.call(listPodSandboxStats)).stats;
    expect(pods.every((pod) => pod.linux?.network?.defaultInterface?.name === 'lo')).toBe(true);
    expect(pods.every((pod) => pod.linux?.network?.interfaces[0]?.name === 'eth0')).toBe(true);
  });

  it.each([
    ['containerd 1.6', v16, /^failed to obtain metrics for sandbox "[0-9a-f]{64}": .*is empty$/],
    ['containerd 2.1', v21, /^failed to decode sandbox container metrics .*cgroupPath is empty$/],
    ['CRI-O', crio, null],
  ])('%s: all pods fail for one without a parent group, or not', async (_, dress, text) => {
    const { sim, client } = await simForTest({ ...dress, scenarios: ['healthy'] });
    sim.control.addPod(BARE);
    const answer = async () => {
      try {
        return (await client.call(listPodSandboxStats)).stats.length;
      } catch (error) {
        return String(Object(error).details);
      }
    };
    await expect.poll(answer).toEqual(text === null ? 2 : expect.stringMatching(text));
  });
});

describe.each([
  ['containerd', 'containerd 2.1'],
  ['crio', 'cri-o 1.37'],
] as const)('the product on %s', (dress, name) => {
  it('shows what the runtime tells, and in words what it does not', async () => {
    const { sim } = await simForTest({ dress, scenarios: SCENARIOS });
    sim.control.addPod(ON_HOST);
    const runtime = await productOn(sim);
    await expect
      .poll(async () => (await runtime.pods({ signal })).pods.map((pod) => pod.verdict.outcome), {
        timeout: 15_000,
      })
      .toEqual(['ready', 'ready']);
    const list = await told(runtime);
    expect(list.everySeconds).toBe(10);
    expect(list.gaps).toEqual([expect.stringMatching(/^Figures come from the runtime only/)]);
    for (const { source, latest } of list.containers) {
      expect(source).toBe('CRI');
      expect(latest?.memoryWorkingSetBytes).toBeGreaterThan(1_000_000);
      expect(latest?.writableLayerBytes).toBeGreaterThan(0);
      expect(latest?.processes).toEqual({ missing: `not reported by ${name}` });
      expect(latest?.oomKills).toEqual({ missing: `not reported by ${name}` });
      expect(latest?.pressure.cpu).toEqual({ missing: `not reported by ${name}` });
      expect(latest?.cpuCores).toEqual({ missing: 'a rate is known from the second reading on' });
    }
    const onHost = list.pods.filter(
      ({ sentBytesPerSecond: sent }) =>
        typeof sent !== 'number' && sent.missing === "the pod is in the node's own network",
    );
    expect(onHost).toHaveLength(1);
  });

  it('falls back to containers where the list of pods fails as a whole', async () => {
    const { sim } = await simForTest({ dress, scenarios: ['healthy'] });
    const runtime = await productOn(sim);
    sim.control.addPod(BARE);
    const ready = async () =>
      (await runtime.pods({ signal })).pods.filter(({ verdict }) => verdict.outcome === 'ready');
    if (dress === 'crio') sim.control.failNext('ListPodSandboxStats', status.UNKNOWN, CRIO_FAILS);
    const text = dress === 'crio' ? CRIO_FAILS : 'because cgroupPath is empty';
    await expect.poll(ready, { timeout: 5_000 }).toHaveLength(2);
    const list = await told(runtime);
    expect(list.gaps).toContainEqual(
      expect.stringMatching(
        `^ListPodSandboxStats fails as a whole, so .* containers are asked for alone: .*${text}.$`,
      ),
    );
    expect(list.containers[0]?.latest?.memoryWorkingSetBytes).toBeGreaterThan(1_000_000);
    expect(list.pods[0]?.sentBytesPerSecond).toEqual({ missing: 'ListPodSandboxStats fails' });
    expect(sim.callCounts()['ListContainerStats']?.total).toBe(1);
  });

  it('asks the runtime for no figures while nobody looks at them', async () => {
    const { sim } = await simForTest({ dress, scenarios: ['healthy'] });
    const runtime = await productOn(sim);
    await runtime.pods({ signal });
    await runtime.node({ signal });
    const asked = Object.keys(sim.callCounts()).filter((rpc) => rpc.endsWith('Stats'));
    expect(asked).toEqual([]);
  });
});
