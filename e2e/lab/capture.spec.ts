import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FindingList } from '../../server/contract/finding.ts';
import type { NodeStatus } from '../../server/contract/node-status.ts';
import { apiPaths } from '../../server/contract/paths.ts';
import type { PodDetail, PodList, PodRow, Verdict } from '../../server/contract/pod.ts';
import { cniPluginEmpty } from './faults/cni-plugin-empty.ts';
import { createFailsUser } from './faults/create-fails-user.ts';
import { healthy } from './faults/healthy.ts';
import { image404 } from './faults/image-404.ts';
import { initHangs } from './faults/init-hangs.ts';
import { teardownTermIgnored } from './faults/teardown-term-ignored.ts';
import { openCapture } from './lab-dashboard.ts';
import type { LabPod } from './lab-pod.ts';
import { expect, type Node, serverCommand, test } from './lab-test.ts';

const FAULTS = [
  { fault: healthy, told: 'run ok' },
  { fault: image404, told: 'pull failed' },
  { fault: createFailsUser, told: 'create failed' },
  { fault: initHangs, told: 'run running' },
  { fault: cniPluginEmpty, told: 'sandbox failed' },
  { fault: teardownTermIgnored, told: 'teardown running' },
];
/** Between two looks nothing may change: kubelet tries again every ten seconds and more, so a few tries are enough. */
const STABLE = { timeout: 60_000, intervals: [200] };

interface Told {
  readonly pods: readonly object[];
  readonly findings: readonly object[];
  readonly detail: object;
}

/** Without the times of looking: what is said, not when it was asked. */
async function tell({ get }: { get<T>(path: string): Promise<T> }, pod: LabPod): Promise<Told> {
  const { pods } = await get<PodList>(apiPaths.pods());
  const { findings } = await get<FindingList>(apiPaths.findings());
  const detail = await get<PodDetail>(`${apiPaths.pod(pod.namespace, pod.name)}?uid=${pod.uid}`);
  return {
    pods: pods.map(({ verdict, ...row }: PodRow) => ({ ...row, verdict: words(verdict) })),
    findings: findings.map(({ evidence, ...finding }) => ({
      ...finding,
      evidence: lines(evidence),
    })),
    detail: {
      verdict: words(detail.verdict),
      cause: detail.cause,
      rawError: detail.rawError,
      sandboxes: detail.sandboxes,
      sentence: detail.sentence,
      transitions: detail.history?.transitions,
      stages: detail.stages.map(({ stage, container, state, word, steps }) => ({
        ...{ stage, container, state, word },
        steps: steps?.map((step) => `${step.id} ${step.state} ${step.detail} ${step.waitsFor}`),
      })),
    },
  };
}

function words({ evidence, ...verdict }: Verdict): object {
  return { ...verdict, evidence: lines(evidence) };
}

function lines(evidence: Verdict['evidence']): readonly string[] {
  return evidence.map(({ source, where, text }) => `${source} ${where} ${text}`);
}

async function captured(node: Node, stacks: string): Promise<{ path: string; text: string }> {
  const bytes = await node.dashboard.download(`${apiPaths.capture()}${stacks}`);
  const path = join(node.lab.dir, 'taken.capture.gz');
  await writeFile(path, bytes);
  return { path, text: gunzipSync(bytes).toString('utf8') };
}

test('a capture opens where there is no runtime and says the same', async ({ node }) => {
  const pods = await Promise.all(FAULTS.map(({ fault }) => node.apply(fault)));
  const broken = pods[1];
  if (broken === undefined) throw new Error('no pod');
  await expect
    .poll(async () => {
      const { pods: rows } = await node.dashboard.get<PodList>(apiPaths.pods());
      const told = new Map(rows.map(({ uid, verdict }) => [uid, verdict]));
      return pods.map(({ uid }) => `${told.get(uid)?.stage} ${told.get(uid)?.state}`);
    }, STABLE)
    .toEqual(FAULTS.map(({ told }) => told));

  await expect(async () => {
    const before = await tell(node.dashboard, broken);
    const { path } = await captured(node, '');
    expect(await tell(node.dashboard, broken)).toEqual(before);
    const { signal } = new AbortController();
    const opened = await openCapture(node.lab, path, { signal, ...serverCommand() });
    try {
      expect(await tell(opened, broken)).toEqual(before);
      const status = await opened.get<NodeStatus>(apiPaths.node());
      expect(status.capture).toMatchObject({ file: 'taken.capture.gz' });
      expect(status.sources.every((source) => source.enable === null)).toBe(true);
    } finally {
      await opened.close();
    }
  }).toPass(STABLE);
});

test('stacks: goroutines of containerd while it lives, kernel stacks alone while it is stopped', async ({
  node,
}) => {
  const alive = await captured(node, '?stacks=runtime');
  expect(stacksIn(alive.text, 'containerd (goroutines)')).toMatch(/goroutine \d+ \[/);
  expect(stacksIn(alive.text, 'containerd')).toMatch(/thread \d+ containerd: S \(sleeping\)/);

  node.lab.stop();
  try {
    const stopped = await captured(node, '?stacks=runtime');
    expect(stacksIn(stopped.text, 'containerd (goroutines)')).toContain('no stacks were written');
    expect(stacksIn(stopped.text, 'containerd')).toMatch(/thread \d+ containerd: T \(stopped\)/);
  } finally {
    node.lab.cont();
  }
  // The lab's own containerd answers again before another test works with it.
  await expect
    .poll(async () => (await node.dashboard.get<NodeStatus>(apiPaths.node())).runtime.health.state)
    .toBe('ok');
});

/** All stacks of one program, as the capture's line of stacks holds them. */
function stacksIn(text: string, command: string): string {
  const line = text.split('\n').find((item) => item.startsWith('{"facts":"stacks"'));
  const { value } = JSON.parse(line ?? '{"value":[]}') as {
    value: readonly { command: string; text: string }[];
  };
  return value
    .filter((stack) => stack.command === command)
    .map((stack) => stack.text)
    .join('\n');
}
