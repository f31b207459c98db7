import { join } from 'node:path';
import type { CallList, CallRow } from '../../server/contract/call.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail } from '../../server/contract/pod.ts';
import type { Report } from '../../server/contract/report.ts';
import { createFailsUser } from './faults/create-fails-user.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import type { LabPod } from './lab-pod.ts';
import { expect, type Node, serverCommand, test } from './lab-test.ts';

const SOON = { timeout: 30_000, intervals: [200] };
const { signal } = new AbortController();

function startWith(node: Node, dataDir: string): Promise<Dashboard> {
  const { lab, kubelet } = node;
  return startDashboard(lab, { signal, kubelet, dataDir, ...serverCommand() });
}

function detailOf(dashboard: Dashboard, pod: LabPod): Promise<PodDetail> {
  return dashboard.get<PodDetail>(`${apiPaths.pod(pod.namespace, pod.name)}?uid=${pod.uid}`);
}

/** Every call of the pod that ended, oldest first. */
async function endedCalls(dashboard: Dashboard, pod: LabPod): Promise<readonly CallRow[]> {
  const { calls } = await dashboard.get<CallList>(apiPaths.calls(pod));
  return calls.filter(({ endedAt }) => endedAt !== null).reverse();
}

function wordsOf({ call, beganAt, endedAt, outcome, error }: CallRow): string {
  return `${call} ${beganAt} ${endedAt} ${outcome} ${error}`;
}

test('a server that starts again knows what was before, once', async ({ node }) => {
  const dataDir = join(node.lab.dir, 'kept-history');
  const first = await startWith(node, dataDir);
  const pod = await node.apply(createFailsUser);
  let before: { detail: PodDetail; calls: readonly CallRow[] };
  try {
    await expect(async () => {
      const { history } = await detailOf(first, pod);
      expect(history?.transitions.map(({ cause }) => cause)).toContain('user-not-in-image');
      expect(history?.series).toMatchObject({ call: 'CreateContainer' });
    }).toPass(SOON);
    before = { detail: await detailOf(first, pod), calls: await endedCalls(first, pod) };
  } finally {
    await first.close();
  }
  const again = await startWith(node, dataDir);
  try {
    const [begun] = before.calls;
    await expect(async () => {
      const calls = (await endedCalls(again, pod)).map(wordsOf);
      for (const call of before.calls) expect(calls).toContain(wordsOf(call));
      expect(new Set(calls).size).toBe(calls.length);
      const { history } = await detailOf(again, pod);
      expect(history?.transitions).toEqual(before.detail.history?.transitions);
      expect(history?.firstSeenAt).toBe(before.detail.history?.firstSeenAt);
      const { attempts = 0, firstFailureAt } = history?.series ?? {};
      expect(attempts).toBeGreaterThanOrEqual(before.detail.history?.series?.attempts ?? 2);
      expect(firstFailureAt).toBe(before.detail.history?.series?.firstFailureAt);
    }).toPass(SOON);
    expect(begun?.call).toBe('RunPodSandbox');

    node.kubelet.deletePod(pod);
    await expect(async () => {
      const gone = await detailOf(again, pod);
      expect(gone.source).toBe('history');
      const causes = gone.history?.transitions.map(({ cause }) => cause);
      expect(causes).toContain('user-not-in-image');
    }).toPass(SOON);
  } finally {
    await again.close();
  }
  // Its link works as well for a server that never saw it alive.
  const third = await startWith(node, dataDir);
  try {
    await expect(async () => {
      const gone = await detailOf(third, pod);
      expect(gone).toMatchObject({ source: 'history', uid: pod.uid });
      const calls = (await endedCalls(third, pod)).map(wordsOf);
      // A pull names an image and no pod: of a pod that is gone nobody knows whose it was.
      const own = before.calls.filter(({ call }) => call !== 'PullImage');
      for (const call of own) expect(calls).toContain(wordsOf(call));
      expect(new Set(calls).size).toBe(calls.length);
    }).toPass(SOON);
  } finally {
    await third.close();
  }
});

test('what fails right after containerd’s restart says so, with the seconds', async ({ node }) => {
  await node.lab.restart();
  const pod = await node.apply(createFailsUser);
  await expect(async () => {
    const { history } = await detailOf(node.dashboard, pod);
    const { attempts = 0, firstFailureAt = '', after } = history?.series ?? {};
    expect(attempts).toBeGreaterThanOrEqual(2);
    expect(after?.text).toMatch(/^containerd was started/);
    const seconds = (Date.parse(firstFailureAt) - Date.parse(after?.at ?? '')) / 1_000;
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThan(60);
  }).toPass(SOON);
  const report = await node.dashboard.get<Report>(`${apiPaths.report(pod)}&format=json`);
  expect(report.lines.join('\n')).toMatch(
    /Before it: CreateContainer failed \d+ times since .*, first \d+ s after containerd was started/,
  );
});
