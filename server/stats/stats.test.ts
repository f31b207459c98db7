import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StatsSeries } from '../contract/stats.ts';
import { connectRuntime, type RpcConnection } from '../cri/connect.ts';
import { RuntimeService } from '../cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from '../cri/testing/fixtures.ts';
import { ScriptedRuntime } from '../cri/testing/scripted-runtime.ts';
import { createCgroupReader } from '../host/cgroups/cgroup-reader.ts';
import { CgroupTree, netDev } from '../host/cgroups/testing/cgroup-tree.ts';
import {
  CONTAINER_ID,
  container,
  kubeletContainer,
  kubeletPod,
  node,
  SANDBOX_ID,
  sandbox,
  UID,
} from '../pipeline/testing/builders.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { createStats } from './create-stats.ts';
import type { Stats } from './stats.ts';

const ASK = { signal: new AbortController().signal };
const ALL = { pod: null, recent: 0 };
const GROUP = `kubepods/pod${UID}/${CONTAINER_ID}`;
const NEXT_ID = 'd'.repeat(64);
const resources = {
  cpuRequestCores: 0.25,
  cpuLimitCores: null,
  memoryRequestBytes: 1_000,
  memoryLimitBytes: 9,
};

let tree: CgroupTree;
let runtime: ScriptedRuntime;
let connection: RpcConnection;
let stats: Stats;
let snapshot: NodeSnapshot;
let snapshotsRead = 0;
let kernel: NodeJS.Timeout | null = null;

beforeEach(async () => {
  snapshotsRead = 0;
  tree = new CgroupTree(2);
  snapshot = node({
    sandboxes: [sandbox()],
    containers: [container()],
    kubelet: [kubeletPod({ containers: [kubeletContainer({ resources })] })],
  });
  runtime = await new ScriptedRuntime()
    .serve(RuntimeService, {
      version: () => CONTAINERD_VERSION,
      listContainerStats: () => ({ stats: [] }),
      listPodSandboxStats: () => ({ stats: [] }),
    })
    .start();
  connection = connectRuntime({ endpoint: runtime.path });
});

afterEach(async () => {
  stop();
  await stats.close();
  await connection.close();
  await runtime.close();
  tree.close();
});

function open(readCountsMs?: number): Stats {
  const clock = { nowMs: Date.now, tickMs: () => performance.now() };
  stats = createStats({
    ...clock,
    snapshot: () => {
      snapshotsRead += 1;
      return snapshot;
    },
    cgroups: createCgroupReader({ ...clock, hostRoot: tree.hostRoot }),
    stats: connection.cri.stats,
    cores: 4,
    ...(readCountsMs === undefined ? {} : { readCountsMs }),
  });
  return stats;
}

/** Plays the kernel's part: the container uses half a core. */
function run(path = GROUP, startedMs = performance.now()): void {
  const usedUs = Math.round((performance.now() - startedMs) * 500);
  tree.write(path, { 'cpu.stat': `usage_usec ${usedUs}\nnr_periods 9\nnr_throttled 3\n` });
  kernel = setTimeout(() => run(path, startedMs), 5);
}

function stop(): void {
  if (kernel !== null) clearTimeout(kernel);
  kernel = null;
}

async function seriesOf(id: string, sinceMs: number | null = null): Promise<StatsSeries> {
  const series = await stats.series(id, sinceMs, ASK);
  if (series === null) throw new Error('no series');
  return series;
}

/** The line as soon as it has so many rates. */
async function lineWithRates(id: string, count: number): Promise<StatsSeries> {
  await expect
    .poll(async () => known((await seriesOf(id)).figures.cpuCores).length, {
      timeout: 10_000,
      interval: 100,
    })
    .toBeGreaterThanOrEqual(count);
  return seriesOf(id);
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

describe('a container that runs', () => {
  it('is told at once, its rates a second later', async () => {
    tree.addContainer(GROUP, { 'cgroup.procs': '412\n' });
    tree.addProcess(412, netDev(2056, 612));
    run();
    open();
    const [first] = (await stats.list(ALL, ASK)).containers;
    expect(first).toMatchObject({
      namespace: 'shop',
      pod: 'web',
      podUid: UID,
      container: 'app',
      source: 'cgroup v2',
      cpuLimitCores: 1.5,
      cpuRequestCores: 0.25,
      memoryLimitBytes: 67_108_864,
      memoryRequestBytes: 1_000,
      latest: {
        isAfterGap: true,
        cpuCores: { missing: 'a rate is known from the second reading on' },
        memoryWorkingSetBytes: 39_845_888,
        oomKills: 2,
        processes: 17,
        pressure: { cpu: 0.125, memory: 0, io: 0.0125 },
      },
    });
    const { figures, gapAt, everySeconds, missing } = await lineWithRates(CONTAINER_ID, 2);
    for (const cores of known(figures.cpuCores)) expect(cores).toBeCloseTo(0.5, 1);
    expect([gapAt, everySeconds]).toEqual([[0], 1]);
    expect(figures.receivedBytesPerSecond.at(-1)).toBe(0);
    expect(missing).toEqual({ writableLayerBytes: 'not reported by containerd 2.1' });
    const list = await stats.list({ pod: null, recent: 2 }, ASK);
    expect(list.containers[0]?.recent?.memoryWorkingSetBytes).toEqual([39_845_888, 39_845_888]);
    expect(list.pods[0]).toMatchObject({ name: 'web', memoryWorkingSetBytes: 39_845_888 });
  });

  it('tells with ?since= only what is later', async () => {
    tree.addContainer(GROUP);
    run();
    open();
    const { at } = await lineWithRates(CONTAINER_ID, 2);
    const later = await seriesOf(CONTAINER_ID, at[1]);
    expect(later.at[0]).toBe(at[2]);
    expect((await seriesOf(CONTAINER_ID, at.at(-1))).at.length).toBeLessThanOrEqual(1);
  });
});

describe('a container that stops and starts', () => {
  it('under its own id has a gap and no spike', async () => {
    tree.addContainer(GROUP);
    run();
    open();
    await lineWithRates(CONTAINER_ID, 1);
    stop();
    tree.remove(GROUP);
    await expect
      .poll(async () => (await seriesOf(CONTAINER_ID)).container?.latest, { timeout: 5_000 })
      .toBeNull();
    // Its counters are far above those before: drawn as a rate this would be a spike of a thousand cores.
    tree.addContainer(GROUP);
    run(GROUP, performance.now() - 2_000_000);
    const { figures, gapAt } = await lineWithRates(CONTAINER_ID, 2);
    expect(Math.max(...known(figures.cpuCores))).toBeLessThan(0.6);
    expect(gapAt).toHaveLength(2);
    expect(figures.cpuCores[gapAt[1] ?? -1]).toBeNull();
  });

  it('as a new attempt is another line, and the one before is told with it', async () => {
    tree.addContainer(GROUP);
    run();
    open();
    const before = await lineWithRates(CONTAINER_ID, 1);
    tree.remove(GROUP);
    stop();
    const next = container({ id: NEXT_ID, attempt: 1 });
    snapshot = node({
      sandboxes: [sandbox()],
      containers: [container({ state: 'exited' }), next],
    });
    const path = `kubepods/pod${UID}/${NEXT_ID}`;
    tree.addContainer(path);
    run(path);
    const line = await lineWithRates(NEXT_ID, 1);
    expect(line).toMatchObject({ attempt: 1, gapAt: [0] });
    expect(line.earlier.map(({ containerId, attempt }) => [containerId, attempt])).toEqual([
      [CONTAINER_ID, 0],
    ]);
    expect(line.earlier[0]?.at.slice(0, before.at.length)).toEqual(before.at);
    // The ended one keeps its line, also once the runtime has removed it.
    snapshot = node({ sandboxes: [sandbox()], containers: [next] });
    expect((await seriesOf(CONTAINER_ID)).container).toBeNull();
    expect((await stats.list(ALL, ASK)).containers.map((one) => one.containerId)).toEqual([
      NEXT_ID,
    ]);
  });
});

describe('what is asked for', () => {
  it('is nothing while nobody looks', async () => {
    tree.addContainer(GROUP);
    open(300);
    await new Promise(setImmediate);
    expect([snapshotsRead, runtime.calls.filter((call) => call.endsWith('Stats'))]).toEqual([
      0,
      [],
    ]);
    await stats.list(ALL, ASK);
    await expect.poll(() => runtime.calls).toContain('ListPodSandboxStats');
    let readBefore = -1;
    await expect
      .poll(
        () => {
          const isQuiet = snapshotsRead === readBefore;
          readBefore = snapshotsRead;
          return isQuiet;
        },
        { interval: 1_500, timeout: 10_000 },
      )
      .toBe(true);
  });

  it('of a pod is its containers only, measured each second', async () => {
    tree.addContainer(GROUP);
    const other = sandbox({ id: 'e'.repeat(64), name: 'other', uid: 'other' });
    snapshot = node({
      sandboxes: [sandbox(), other],
      containers: [container(), container({ id: NEXT_ID, sandboxId: other.id })],
    });
    open();
    const pod = { namespace: 'shop', name: 'web', uid: null };
    const { containers, pods, everySeconds } = await stats.list({ pod, recent: 0 }, ASK);
    expect(containers.map((one) => one.pod)).toEqual(['web']);
    expect([pods.length, everySeconds]).toEqual([1, 1]);
    const wrong = { ...pod, uid: 'another' };
    expect((await stats.list({ pod: wrong, recent: 0 }, ASK)).containers).toEqual([]);
  });

  it('is one pod only while nobody looks at the list of all, and all at once when somebody does', async () => {
    tree.addContainer(GROUP);
    const other = sandbox({ id: 'e'.repeat(64), name: 'other', uid: 'other' });
    tree.addContainer(`kubepods/podother/${NEXT_ID}`);
    snapshot = node({
      sandboxes: [sandbox(), other],
      containers: [container(), container({ id: NEXT_ID, sandboxId: other.id })],
    });
    run();
    open();
    const { at } = await lineWithRates(CONTAINER_ID, 2);
    expect(at.length).toBeGreaterThan(2);
    const { containers } = await stats.list(ALL, ASK);
    expect(containers.map(({ pod, latest }) => [pod, latest?.isAfterGap])).toEqual([
      ['other', true],
      ['web', false],
    ]);
  });

  it('of a container that nobody knows is null', async () => {
    open();
    expect(await stats.series('f'.repeat(64), null, ASK)).toBeNull();
  });

  it("of a node without control groups is the runtime's, and it is said", async () => {
    tree.close();
    const stamp = 1_795_985_477_000_000_000n;
    runtime.serve(RuntimeService, {
      listPodSandboxStats: () => ({
        stats: [
          {
            attributes: { id: SANDBOX_ID },
            linux: {
              containers: [
                {
                  attributes: { id: CONTAINER_ID },
                  cpu: { timestamp: stamp, usageCoreNanoSeconds: { value: 5_000_000n } },
                  memory: { workingSetBytes: { value: 77n } },
                },
              ],
            },
          },
        ],
      }),
    });
    open();
    const list = await stats.list(ALL, ASK);
    expect(list.gaps).toEqual([
      expect.stringMatching(/^Figures come from the runtime only, every 10 s: no control groups/),
    ]);
    expect(list.everySeconds).toBe(10);
    expect(list.containers[0]).toMatchObject({
      source: 'CRI',
      latest: {
        memoryWorkingSetBytes: 77,
        processes: { missing: 'not reported by containerd 2.1' },
      },
    });
  });
});
