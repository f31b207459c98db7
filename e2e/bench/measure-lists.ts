import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPaths } from '../../server/contract/paths.ts';
import { ImageService, RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { createSimClient } from '../sim/testing/sim-client.ts';
import type { DashboardProcess } from './dashboard-process.ts';

/** Runs of which the middle one counts. */
const RUNS = 31;
const READY_LIMIT_MS = 20_000;
/** All rows in one answer, as a script would ask. */
const ALL_PODS = `${apiPaths.pods()}?limit=1000`;

export interface ListTimes {
  /** ListPodSandbox + ListContainers + ListImages over plain gRPC, decoded; ms. */
  readonly rawMs: number;
  /** The first answer with all rows after the server came up; ms. */
  readonly coldMs: number;
  readonly warmMs: number;
  /** The quickest warm answer: what is left when neither a new judgement nor the machine is in the way. */
  readonly warmBestMs: number;
  readonly bodyBytes: number;
  readonly rows: number;
}

/** The raw lists and /pods against the same node, one after the other. */
export async function measureLists(
  endpoint: string,
  dashboard: DashboardProcess,
): Promise<ListTimes> {
  const rawMs = await measureRaw(endpoint);
  await readyOf(dashboard);
  const cold = await timed(() => dashboard.get(ALL_PODS));
  // Until every source was read once, the first answers may be partial: those are not "warm".
  const body = await settled(dashboard);
  const warm = await sortedTimes(() => dashboard.get(ALL_PODS));
  return {
    rawMs,
    coldMs: cold.ms,
    warmMs: warm[Math.floor(RUNS / 2)] ?? 0,
    warmBestMs: warm[0] ?? 0,
    bodyBytes: Buffer.byteLength(body),
    rows: rowsOf(body),
  };
}

async function measureRaw(endpoint: string): Promise<number> {
  const client = createSimClient(endpoint);
  try {
    const lists = () =>
      Promise.all([
        client.call(RuntimeService.method.listPodSandbox),
        client.call(RuntimeService.method.listContainers),
        client.call(ImageService.method.listImages),
      ]);
    return await median(lists);
  } finally {
    client.close();
  }
}

/** The first successful Version stands behind /readyz; nothing is listed for it. */
async function readyOf(dashboard: DashboardProcess): Promise<void> {
  const untilMs = Date.now() + READY_LIMIT_MS;
  for (;;) {
    const isReady = await dashboard.get('/readyz').then(
      () => true,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > untilMs) throw new Error('the server did not become ready');
    await sleep(50);
  }
}

async function settled(dashboard: DashboardProcess): Promise<string> {
  const untilMs = Date.now() + READY_LIMIT_MS;
  let last = -1;
  for (;;) {
    const body = await dashboard.get(ALL_PODS);
    const rows = rowsOf(body);
    if ((rows === last && rows > 0) || Date.now() > untilMs) return body;
    last = rows;
    await sleep(200);
  }
}

function rowsOf(body: string): number {
  return (JSON.parse(body) as { pods: readonly unknown[] }).pods.length;
}

async function timed<T>(
  work: () => Promise<T>,
): Promise<{ readonly ms: number; readonly value: T }> {
  const beganMs = performance.now();
  const value = await work();
  return { ms: performance.now() - beganMs, value };
}

async function median(work: () => Promise<unknown>): Promise<number> {
  return (await sortedTimes(work))[Math.floor(RUNS / 2)] ?? 0;
}

async function sortedTimes(work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) times.push((await timed(work)).ms);
  return times.sort((a, b) => a - b);
}
