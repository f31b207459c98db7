import { status } from '@grpc/grpc-js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StatsList } from '../../server/contract/stats.ts';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import type { Runtime } from '../../server/runtime.ts';
import type { PodPlan } from './model/scenario.ts';
import type { Sim } from './sim.ts';
import { simForTest } from './testing/sim-for-test.ts';
import { openProduct } from './verify/open-product.ts';

const signal = new AbortController().signal;
const ALL = { pod: null, recent: 0 };
/** An init container that ended, and containers that run. */
const SCENARIOS = ['init-sidecar'];
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

describe('the simulated runtimes tell figures as the real ones do', () => {
  const { listContainerStats, listPodSandboxStats } = RuntimeService.method;

  it('containerd 2.1: no rate of a container, an ended one with its writable layer only', async () => {
    const { sim, client } = await simForTest({ dress: 'containerd', scenarios: SCENARIOS });
    const { stats } = await client.call(listContainerStats);
    const ended = stats.filter((row) => row.cpu === undefined);
    expect(ended.length).toBeGreaterThan(0);
    expect(ended.every((row) => row.writableLayer && !row.memory)).toBe(true);
    const running = stats.filter((row) => row.cpu !== undefined);
    expect(running.every((row) => row.cpu?.usageNanoCores?.value === 0n)).toBe(true);
    expect(running.every((row) => (row.cpu?.usageCoreNanoSeconds?.value ?? 0n) > 0n)).toBe(true);
    sim.control.addPod(ON_HOST);
    const networks = async () =>
      (await client.call(listPodSandboxStats)).stats.map(
        (pod) => pod.linux?.network?.defaultInterface?.name ?? 'none',
      );
    await expect.poll(networks).toEqual(['eth0', 'none']);
  });

  it('CRI-O: rates, no ended container, the loopback as the default', async () => {
    const { client } = await simForTest({ dress: 'crio', scenarios: SCENARIOS });
    const { stats } = await client.call(listContainerStats);
    expect(stats.every((row) => (row.cpu?.usageNanoCores?.value ?? 0n) > 0n)).toBe(true);
    const pods = (await client.call(listPodSandboxStats)).stats;
    expect(pods.every((pod) => pod.linux?.network?.defaultInterface?.name === 'lo')).toBe(true);
    expect(pods.every((pod) => pod.linux?.network?.interfaces[0]?.name === 'eth0')).toBe(true);
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
    const text = 'failed to load sandbox cgroup : cgroups: cgroup deleted';
    sim.control.failNext('ListPodSandboxStats', status.UNKNOWN, text);
    const list = await told(await productOn(sim));
    expect(list.gaps).toContainEqual(
      expect.stringContaining(`containers are asked for alone: ${text}.`),
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
