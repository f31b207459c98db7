import { cpus } from 'node:os';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { ContainerStats, StatsList, StatsSeries } from '../../server/contract/stats.ts';
import { readCpuLine } from '../ui/cpu-line.ts';
import { followGroup } from './group-counter.ts';
import { type LabPod, makeContainer, makePod } from './lab-pod.ts';
import { expect, type Node, test } from './lab-test.ts';

/** What is promised of a busy container. */
const TOLERANCE = 0.05;
const BUSY = ['/bin/sh', '-c', 'while :; do :; done'];
/** Busy for some seconds, then it ends and kubelet starts it again. */
const BUSY_FOR_A_WHILE = [
  '/bin/sh',
  '-c',
  'end=$(($(date +%s) + 6)); while [ $(date +%s) -lt $end ]; do :; done',
];
const POLL = { intervals: [500], timeout: 60_000 };

test("CPU of a busy container is what the kernel's own counter says", async ({ node }) => {
  const pod = makePod('stats-busy', { containers: [makeContainer({ command: BUSY })] });
  node.kubelet.addPod(pod);
  try {
    const { containerId } = await running(node, pod, 0);
    const counter = followGroup(node.lab, pod, containerId);
    await expect
      .poll(async () => (await series(node, containerId)).at.length, POLL)
      .toBeGreaterThan(8);
    const { at, figures } = await series(node, containerId);
    await counter.stop();
    const rates = figures.cpuCores.slice(2);
    const [firstMs = 0, lastMs = 0] = [at[1], at.at(-1)];
    const told = rates.reduce<number>(
      (sum, cores, index) => sum + (cores ?? 0) * ((at[index + 2] ?? 0) - (at[index + 1] ?? 0)),
      0,
    );
    const counted = counter.usedMsAt(lastMs) - counter.usedMsAt(firstMs);
    const difference = Math.abs(told / counted - 1);
    console.log(
      `  CPU told ${(told / (lastMs - firstMs)).toFixed(4)} cores, counted ${(counted / (lastMs - firstMs)).toFixed(4)}: ${(difference * 100).toFixed(2)} % apart (promised ${TOLERANCE * 100} %)`,
    );
    expect(counted / (lastMs - firstMs)).toBeGreaterThan(0.1);
    expect(difference).toBeLessThan(TOLERANCE);
  } finally {
    node.kubelet.deletePod(pod);
  }
});

test('a container that stops and starts shows a gap, no spike', async ({ node, page }) => {
  test.setTimeout(180_000);
  const containers = [makeContainer({ command: BUSY_FOR_A_WHILE })];
  const pod = makePod('stats-restarts', { containers });
  node.kubelet.addPod(pod);
  try {
    const first = await running(node, pod, 0);
    await expect
      .poll(async () => (await series(node, first.containerId)).at.length, POLL)
      .toBeGreaterThan(3);
    const { containerId } = await running(node, pod, 1);
    await expect
      .poll(async () => (await series(node, containerId)).at.length, POLL)
      .toBeGreaterThan(3);
    const { gapAt, figures, earlier, at } = await series(node, containerId);
    const [before] = earlier;
    expect(before).toMatchObject({ containerId: first.containerId, attempt: 0 });
    expect(gapAt).toEqual([0]);
    expect(figures.cpuCores[0]).toBeNull();
    expect(at[0]).toBeGreaterThan(before?.at.at(-1) ?? Number.POSITIVE_INFINITY);
    const cores = [...figures.cpuCores, ...(before?.figures.cpuCores ?? [])];
    const highest = Math.max(...cores.filter((value) => value !== null));
    console.log(`  highest rate over the restart: ${highest.toFixed(3)} of ${cpus().length} cores`);
    expect(highest).toBeLessThan(1.1);
    expect(highest).toBeGreaterThan(0.05);
    await node.open(page, `${pagePaths.pod(pod.namespace, pod.name)}?tab=stats`);
    const cpu = page.getByRole('region', { name: 'CPU cores' });
    await expect(cpu).toContainText(/attempt \d/u, POLL);
    const line = await readCpuLine(page);
    console.log(`  on the page: ${line.strokes} strokes, ${line.widestGapPx.toFixed(0)} px apart`);
    expect(line.strokes).toBeGreaterThan(1);
    expect(line.told.gaps).toBe(line.strokes - 1);
    expect(line.told.highest).toBeLessThan(1.1);
  } finally {
    node.kubelet.deletePod(pod);
  }
});

/** The row of the pod's container once it runs for the `attempt`th time. */
async function running(node: Node, pod: LabPod, attempt: number): Promise<ContainerStats> {
  let row: ContainerStats | undefined;
  const look = async () => {
    const { namespace, name, uid } = pod;
    const path = apiPaths.stats({ pod: { namespace, name, uid } });
    [row] = (await node.dashboard.get<StatsList>(path)).containers;
    return row?.attempt;
  };
  await expect.poll(look, POLL).toBe(attempt);
  if (row === undefined) throw new Error(`${pod.name} does not run`);
  return row;
}

function series(node: Node, containerId: string): Promise<StatsSeries> {
  return node.dashboard.get<StatsSeries>(apiPaths.containerStats(containerId));
}
