import type { Page } from '@playwright/test';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { StatsList } from '../../server/contract/stats.ts';
import type { PodPlan } from '../sim/model/scenario.ts';
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
  const line = cpu.locator('[data-figure="cpuCores"]');
  await expect.poll(() => stretches(page)).toBe(1);
  await expect(line).toHaveAttribute('data-gaps', '0');
  // It ends, and is started again as the next attempt.
  await expect(cpu).toContainText('attempt 1', { timeout: 40_000 });
  await expect(line).toHaveAttribute('data-gaps', '1');
  await expect.poll(() => stretches(page)).toBe(2);
  expect(await widestGapPx(page)).toBeGreaterThan(5);
  expect(Number(await line.getAttribute('data-highest'))).toBeLessThan(LIMIT_CORES);
});

/** How many strokes the line of CPU is drawn with. */
async function stretches(page: Page): Promise<number> {
  return (await strokesOf(page)).length;
}

/** How far the strokes are apart at most. */
async function widestGapPx(page: Page): Promise<number> {
  const strokes = await strokesOf(page);
  const gaps = strokes.slice(1).map((stroke, index) => {
    const before = strokes[index]?.at(-1) ?? Number.NaN;
    return (stroke[0] ?? Number.NaN) - before;
  });
  return Math.max(...gaps);
}

/** The strokes of the line of CPU, as places from left to right. */
async function strokesOf(page: Page): Promise<number[][]> {
  const line = page.getByRole('region', { name: 'CPU cores' }).locator('.recharts-line-curve');
  const path = (await line.first().getAttribute('d')) ?? '';
  return path
    .split('M')
    .filter(Boolean)
    .map((stroke) => [...stroke.matchAll(/([\d.]+),[\d.]+/gu)].map(([, x]) => Number(x)));
}
