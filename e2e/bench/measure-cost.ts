import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { apiPaths, pagePaths } from '../../server/contract/paths.ts';
import type { PodList } from '../../server/contract/pod.ts';
import { type DashboardProcess, startDashboard } from './dashboard-process.ts';
import { startNode } from './simulated-node.ts';

/** A full node, as kubelet allows by default. */
const PODS = 110;
const CONTAINERS = 242;
const VIEWERS = 10;
/** Healthy pods of the troubled node; the demo's stand beside them. */
const TROUBLED_PODS = 101;
const TROUBLED_CONTAINERS = 222;

/** What a start sets off is over by then: the logs are read, and V8 has tidied up after it. */
const STARTED_MS = 30_000;
/** And what a first look sets off by then. */
const SETTLE_MS = 8_000;
/** How long process time is counted: a judgement comes every few seconds. */
const COUNT_MS = 30_000;
/** Half a minute in which the last look counts as looking, and the time until memory is given back. */
const UNTIL_RESTED_MS = 40_000;

export interface CostFigures {
  readonly pods: number;
  readonly startedBytes: number;
  readonly idleCpuPercent: number;
  /** Of the server and its children; the renderer does nothing while a page is open. */
  readonly viewerCpuPercent: number;
  readonly tenViewersCpuPercent: number;
  readonly tenViewers: NodeStatus['cost'];
  readonly restedBytes: number;
  readonly restedCpuPercent: number;
}

/** What the product costs a full, healthy node: nobody there, one viewer, ten viewers, and nobody again. */
export async function measureCost(): Promise<CostFigures> {
  const node = await startNode(PODS, CONTAINERS);
  const dashboard = await startDashboard(node.flags);
  const leaving = new AbortController();
  try {
    await sleep(STARTED_MS);
    const idleCpuPercent = await cpuPercent(dashboard);
    const startedBytes = dashboard.rssBytes();
    await view(dashboard, pagePaths.node(), apiPaths.events(), leaving.signal);
    await sleep(SETTLE_MS);
    const viewerCpuPercent = await cpuPercent(dashboard);
    const pods = await viewPods(dashboard, VIEWERS - 1, leaving.signal);
    await sleep(SETTLE_MS);
    const tenViewersCpuPercent = await cpuPercent(dashboard);
    const { cost } = JSON.parse(await dashboard.get(apiPaths.node())) as NodeStatus;
    leaving.abort();
    await sleep(UNTIL_RESTED_MS);
    const restedCpuPercent = await cpuPercent(dashboard);
    return {
      ...{ pods, startedBytes, idleCpuPercent, viewerCpuPercent, tenViewersCpuPercent },
      tenViewers: cost,
      restedBytes: dashboard.rssBytes(),
      restedCpuPercent,
    };
  } finally {
    leaving.abort();
    await dashboard.close();
    await node.close();
  }
}

/** What one viewer of a node costs on which pods fail at every stage and there is news each second; in % of a core. */
export async function measureTroubled(): Promise<{ pods: number; viewerCpuPercent: number }> {
  const node = await startNode(TROUBLED_PODS, TROUBLED_CONTAINERS, ['demo']);
  const dashboard = await startDashboard(node.flags);
  const leaving = new AbortController();
  try {
    await sleep(STARTED_MS);
    await view(dashboard, pagePaths.node(), apiPaths.events(), leaving.signal);
    await sleep(SETTLE_MS);
    const viewerCpuPercent = await cpuPercent(dashboard);
    return { pods: await viewPods(dashboard, 0, leaving.signal), viewerCpuPercent };
  } finally {
    leaving.abort();
    await dashboard.close();
    await node.close();
  }
}

/** Viewers of one pod each, who have looked at the calls too; resolves with the number of pods. */
async function viewPods(
  dashboard: DashboardProcess,
  viewers: number,
  signal: AbortSignal,
): Promise<number> {
  const { pods } = JSON.parse(await dashboard.get(`${apiPaths.pods()}?limit=1000`)) as PodList;
  for (const pod of pods.slice(0, viewers)) {
    await dashboard.get(apiPaths.calls(pod));
    await view(dashboard, pagePaths.pod(pod.namespace, pod.name), apiPaths.events(pod), signal);
  }
  return pods.length;
}

/** Loads a page and reads its stream until the signal. */
async function view(
  dashboard: DashboardProcess,
  page: string,
  events: string,
  signal: AbortSignal,
): Promise<void> {
  await dashboard.get(page);
  const response = await fetch(`${dashboard.origin}${events}`, {
    headers: { authorization: `Bearer ${dashboard.token}` },
    signal,
  });
  void readAll(response);
}

async function readAll({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  // The viewer leaves by aborting the request, which ends the reading too.
  while ((await reader?.read().catch(() => ({ done: true })))?.done === false);
}

async function cpuPercent(dashboard: DashboardProcess): Promise<number> {
  const beganMs = performance.now();
  const beforeMs = dashboard.cpuMs();
  await sleep(COUNT_MS);
  return ((dashboard.cpuMs() - beforeMs) / (performance.now() - beganMs)) * 100;
}
