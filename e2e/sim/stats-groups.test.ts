import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { StatsList, StatsSeries } from '../../server/contract/stats.ts';
import { findGroups } from '../../server/host/cgroups/find-groups.ts';
import type { Runtime } from '../../server/runtime.ts';
import type { PodPlan } from './model/scenario.ts';
import type { SimOptions } from './sim.ts';
import { simForTest } from './testing/sim-for-test.ts';
import { openProduct } from './verify/open-product.ts';

const signal = new AbortController().signal;
const ALL = { pod: null, recent: 0 };
const WAIT = { timeout: 10_000, interval: 200 };

async function productOn(options: Omit<SimOptions, 'dir' | 'signal'>) {
  const { sim } = await simForTest(options);
  const runtime = await openProduct(sim, 'all');
  onTestFinished(() => runtime.close());
  return { sim, runtime };
}

async function withRates(runtime: Runtime): Promise<StatsList> {
  const rates = async () =>
    (await runtime.stats(ALL, { signal })).containers.map(
      ({ latest }) => typeof latest?.cpuCores === 'number',
    );
  await expect
    .poll(rates, WAIT)
    .toSatisfy((told: boolean[]) => told.length > 0 && !told.includes(false));
  return runtime.stats(ALL, { signal });
}

async function seriesOf(runtime: Runtime, containerId: string): Promise<StatsSeries> {
  const series = await runtime.containerStats(containerId, null, { signal });
  if (series === null) throw new Error('no series');
  return series;
}

describe.each([
  ['containerd', 2],
  ['containerd', 1],
  ['crio', 2],
] as const)('control groups of a simulated node: %s, version %s', (dress, cgroups) => {
  it('are read as those of a real one: each figure, each second, below its limit', async () => {
    const { runtime } = await productOn({ dress, cgroups, scenarios: 'demo' });
    const { everySeconds, gaps, containers } = await withRates(runtime);
    expect(everySeconds).toBe(5);
    expect(gaps).toEqual([]);
    expect(containers.length).toBeGreaterThan(20);
    for (const { source, latest, cpuLimitCores, memoryLimitBytes } of containers) {
      expect(source).toBe(`cgroup v${cgroups}`);
      expect(latest?.cpuCores).toBeLessThan(cpuLimitCores ?? 1);
      expect(latest?.memoryWorkingSetBytes).toBeLessThan(memoryLimitBytes ?? 300e6);
      expect(latest?.processes).toBeGreaterThan(0);
      expect(latest?.oomKills).toBe(0);
      expect(typeof latest?.cpuThrottledRatio === 'number').toBe(cpuLimitCores !== null);
      expect(typeof latest?.pressure.cpu === 'number').toBe(cgroups === 2);
    }
    expect(containers.some(({ memoryLimitBytes }) => memoryLimitBytes !== null)).toBe(true);
    const id = containers[0]?.containerId ?? '';
    expect((await seriesOf(runtime, id)).everySeconds).toBe(1);
  });
});

const GREEDY: PodPlan = {
  namespace: 'shop',
  name: 'greedy',
  ageMs: 0,
  containers: [
    {
      name: 'app',
      image: 'registry.example/app:1',
      pull: { kind: 'present' },
      resources: { memoryMiB: 64 },
      run: { kind: 'exits', afterMs: 4_000, exitCode: 137, isOom: true },
    },
  ],
};

it('a container that is killed for its memory had come up to its limit, and its group goes with it', async () => {
  const { sim, runtime } = await productOn({
    dress: 'containerd',
    cgroups: 2,
    scenarios: ['healthy'],
  });
  const root = join(sim.hostRoot, 'sys/fs/cgroup');
  sim.control.addPod(GREEDY);
  const greedy = async () =>
    (await runtime.stats(ALL, { signal })).containers.find(({ pod }) => pod === 'greedy');
  await expect.poll(greedy, WAIT).toBeDefined();
  const id = (await greedy())?.containerId ?? '';
  const path = findGroups(root, new Set([id])).paths.get(id) ?? '';
  expect(path).toMatch(/^kubepods\.slice\/kubepods-burstable\.slice\/.*\.scope$/);
  await expect
    .poll(async () => {
      await seriesOf(runtime, id);
      return existsSync(join(root, path));
    }, WAIT)
    .toBe(false);
  const used = (await seriesOf(runtime, id)).figures.memoryWorkingSetBytes.map(Number);
  expect(Math.max(...used)).toBeGreaterThan(0.6 * 64 * 1024 ** 2);
  expect(Math.max(...used)).toBeLessThanOrEqual(64 * 1024 ** 2);
});
