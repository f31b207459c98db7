import { describe, expect, it } from 'vitest';
import type { KubeEvent } from '../contract/kube-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { PodDetail } from '../contract/pod.ts';
import { available, unavailable } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { diagnose } from './diagnose.ts';
import { ago, NOW_MS, node, UID } from './testing/builders.ts';
import { loadRecording } from './testing/load-recording.ts';

const { kube } = noFurtherFacts('not there');

/** The same pods, read from the API server because kubelet cannot be asked. */
function byKube(snapshot: NodeSnapshot, events: readonly KubeEvent[] = []): NodeSnapshot {
  return {
    ...snapshot,
    kubeletPods: unavailable('The read-only port of kubelet is closed.'),
    kube: { ...kube, pods: snapshot.kubeletPods, events: available(events, NOW_MS) },
  };
}

function sourcesOf(pods: readonly PodDetail[]): Set<string> {
  const evidence = pods.flatMap(({ verdict, stages }) => [
    ...verdict.evidence,
    ...stages.flatMap((cell) => [
      ...cell.evidence,
      ...(cell.steps ?? []).flatMap((step) => step.evidence),
    ]),
  ]);
  return new Set(
    evidence.map(({ source, where }) => `${source} ${where.split(' ').slice(0, 2).join(' ')}`),
  );
}

describe('pods that the API server tells instead of kubelet', () => {
  const { snapshot, nowMs } = loadRecording('main', { kubelet: 'all', host: true });

  it('get the verdicts that kubelet gave them, ascribed to the API server', () => {
    const told = ({ namespace, name, verdict }: PodDetail) =>
      `${namespace}/${name} ${verdict.outcome} ${verdict.stage} ${verdict.state} ${verdict.cause}`;
    const own = diagnose(snapshot, nowMs);
    const other = diagnose(byKube(snapshot), nowMs);
    expect(other.pods.map(told)).toEqual(own.pods.map(told));
    expect([...sourcesOf(own.pods)].some((one) => one.startsWith('kubelet GET'))).toBe(true);
    const sources = sourcesOf(other.pods);
    expect(sources).toContain('kube GET /api/v1/pods');
    expect([...sources].filter((one) => one.startsWith('kubelet '))).toEqual([]);
  });

  it("are ascribed to kubelet's socket where that gave them", () => {
    const sources = sourcesOf(diagnose({ ...snapshot, kubeletPodsBy: 'socket' }, nowMs).pods);
    expect([...sources].filter((one) => one.startsWith('kubelet'))).not.toEqual([]);
    expect([...sources].filter((one) => one.includes('GET /pods'))).toEqual([]);
  });
});

const pending: KubeletPod = {
  namespace: 'shop',
  name: 'web',
  uid: UID,
  labels: {},
  annotations: {},
  createdAtMs: ago(200),
  deletionAtMs: null,
  deletionGraceSeconds: null,
  finalizers: [],
  restartPolicy: 'Always',
  hostNetwork: false,
  runtimeClassName: null,
  phase: 'Pending',
  reason: null,
  message: null,
  qosClass: 'BestEffort',
  podIp: null,
  startedAtMs: ago(199),
  conditions: [],
  containers: [],
};

function event(reason: string, message: string): KubeEvent {
  return {
    kind: 'Pod',
    namespace: 'shop',
    name: 'web',
    uid: UID,
    container: null,
    type: 'Warning',
    reason,
    message,
    count: 3,
    firstAtMs: ago(180),
    lastAtMs: ago(20),
    component: 'kubelet',
  };
}

describe('events without the log of kubelet', () => {
  it('tell the volume that cannot be mounted, with the event as evidence', () => {
    const events = [
      event(
        'FailedMount',
        'MountVolume.SetUp failed for volume "tls" : secret "web-tls" not found',
      ),
    ];
    const snapshot = byKube(node({ kubelet: [pending], kubeletLog: null }), events);
    const [pod] = diagnose(snapshot, NOW_MS).pods;
    expect(pod?.verdict).toMatchObject({
      outcome: 'stuck',
      stage: 'kubelet',
      state: 'failed',
      cause: 'volume-secret-missing',
    });
    const [proof] = pod?.verdict.evidence ?? [];
    expect(proof).toMatchObject({ source: 'kube', where: expect.stringContaining('FailedMount') });
  });
});
