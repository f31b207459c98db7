import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { StatsList } from '../../server/contract/stats.ts';
import type { PodPlan } from '../sim/model/scenario.ts';
import { readCpuLine } from './cpu-line.ts';
import { expect, test } from './ui-test.ts';

/** Runs for some seconds, ends, and is started again ten seconds later. */
const RESTARTS: PodPlan = {
  namespace: 'shop',
  name: 'restarts',
  ageMs: 0,
  containers: [
    {
      name: 'app',
      image: 'registry.example/shop/restarts:1',
      pull: { kind: 'present' },
      resources: { cpuMilli: 500, memoryMiB: 64 },
      run: { kind: 'exits', afterMs: 8_000, exitCode: 1 },
    },
  ],
};
const LIMIT_CORES = 0.5;

test.use({ node: { scenarios: ['healthy'], cgroups: 2 } });

test('a container that stops and starts shows a gap and no spike', async ({ page, dashboard }) => {
  dashboard.sim.control.addPod(RESTARTS);
  const running = async () => {
    const pod = { namespace: RESTARTS.namespace, name: RESTARTS.name, uid: null };
    const list = await dashboard.get<StatsList>(apiPaths.stats({ pod }));
    return list.containers[0]?.attempt;
  };
  await expect.poll(running).toBe(0);
  await page.goto(`${pagePaths.pod(RESTARTS.namespace, RESTARTS.name)}?tab=stats`);
  const cpu = page.getByRole('region', { name: 'CPU cores' });
  await expect.poll(async () => (await readCpuLine(page)).strokes).toBe(1);
  expect((await readCpuLine(page)).told.gaps).toBe(0);
  // It ends, and is started again as the next attempt.
  await expect(cpu).toContainText('attempt 1', { timeout: 40_000 });
  await expect.poll(async () => (await readCpuLine(page)).strokes).toBe(2);
  const { widestGapPx, told } = await readCpuLine(page);
  expect(told.gaps).toBe(1);
  expect(widestGapPx).toBeGreaterThan(5);
  expect(told.highest).toBeLessThan(LIMIT_CORES);
});
