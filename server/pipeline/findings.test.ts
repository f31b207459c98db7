import { describe, expect, it } from 'vitest';
import { available } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { diagnose } from './diagnose.ts';
import { tellNode } from './tell.ts';
import {
  ago,
  container,
  kubeletContainer,
  kubeletPod,
  NOW_MS,
  node,
  runSandbox,
  sandbox,
  waiting,
} from './testing/builders.ts';
import { loadRecording } from './testing/load-recording.ts';

const PAUSE =
  'failed to get sandbox image "registry.example/pause:3.9": failed to pull image "registry.example/pause:3.9": failed to do request: Head "https://registry.example/v2/": dial tcp 192.0.2.1:443: connect: connection refused';

function stuckPods(count: number): NodeSnapshot {
  const names = Array.from({ length: count }, (_, index) => `web-${index}`);
  return node({
    kubelet: names.map((name) =>
      kubeletPod({ name, uid: name, containers: [kubeletContainer(waiting('ContainerCreating'))] }),
    ),
    calls: names.map((name, index) =>
      runSandbox({
        pod: { namespace: 'shop', name, uid: name, attempt: 0 },
        outcome: 'failed',
        error: PAUSE,
        beganAtMs: ago(100 - index),
        endedAtMs: ago(99 - index),
      }),
    ),
  });
}

describe('what concerns the node', () => {
  it('tells a shared cause once, with the pods it hits and since when', () => {
    const { findings, pods } = diagnose(stuckPods(3), NOW_MS);
    expect(findings).toHaveLength(1);
    const [finding] = findings;
    expect(finding?.cause).toBe('sandbox-image-network');
    expect(finding?.severity).toBe('critical');
    expect(finding?.pods.map((pod) => pod.name)).toEqual(['web-0', 'web-1', 'web-2']);
    expect(finding?.since).toBe(pods[0]?.verdict.since);
    expect(finding?.evidence.length).toBeGreaterThan(0);
    expect(pods.every((pod) => pod.findings.includes('sandbox-image-network'))).toBe(true);
  });

  it('tells a cause of the node even when it hits one pod', () => {
    expect(diagnose(stuckPods(1), NOW_MS).findings.map((item) => item.pods.length)).toEqual([1]);
  });

  it('keeps to itself what only one pod has', () => {
    const parts = {
      sandboxes: [sandbox()],
      kubelet: [
        kubeletPod({
          containers: [kubeletContainer(waiting('InvalidImageName', 'invalid reference format'))],
        }),
      ],
    };
    expect(diagnose(node(parts), NOW_MS).findings).toEqual([]);
  });

  it('sees a missing network before any pod is hit', () => {
    const runtime = {
      conditions: [
        {
          type: 'NetworkReady',
          status: false,
          reason: 'NetworkPluginNotReady',
          message: 'cni plugin not initialized',
        },
      ],
      handlers: [],
      cniLoadStatus: 'cni config load failed: no network config found in /etc/cni/net.d',
      cniConfDir: '/etc/cni/net.d',
      cniBinDirs: [],
      sandboxImage: null,
      cgroupDriver: null,
    };
    const { findings } = diagnose(node({ more: { runtime: available(runtime, NOW_MS) } }), NOW_MS);
    expect(findings.map((item) => [item.cause, item.evidence.length, item.pods.length])).toEqual([
      ['cni-config-missing', 2, 0],
    ]);
  });

  it('points from the victims to the agent that is stuck itself', () => {
    const error =
      'failed to setup network for sandbox "ab": plugin type="calico" failed (add): stat /var/lib/calico/nodename: no such file or directory';
    const agent = kubeletPod({
      namespace: 'kube-system',
      name: 'calico-node-x',
      uid: 'agent',
      containers: [kubeletContainer(waiting('ErrImageNeverPull'))],
    });
    const snapshot = node({
      sandboxes: [sandbox({ namespace: 'kube-system', name: 'calico-node-x', uid: 'agent' })],
      kubelet: [
        agent,
        kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] }),
      ],
      calls: [runSandbox({ outcome: 'failed', error })],
    });
    const [finding] = diagnose(snapshot, NOW_MS).findings;
    expect(finding?.cause).toBe('cni-agent-not-ready');
    expect(finding?.nextChecks[0]?.href).toBe('/pods/kube-system/calico-node-x?uid=agent');
  });

  it('puts culprits before victims, and what pods do to themselves last', () => {
    const { snapshot, nowMs } = loadRecording('main', { kubelet: 'all', host: true });
    const severities = diagnose(snapshot, nowMs).findings.map((item) => item.severity);
    expect(severities).toEqual(
      [...severities].sort(
        (a, b) => 'critical warning info'.indexOf(a) - 'critical warning info'.indexOf(b),
      ),
    );
  });
});

describe('calls in flight', () => {
  it('are told once they last, each once, oldest first', () => {
    const { snapshot, nowMs } = loadRecording('hung-pull-after', { kubelet: 'all', host: true });
    expect(diagnose(snapshot, nowMs).callsInFlight).toEqual([
      {
        call: 'PullImage',
        subject: '127.0.0.1:5998/k/app:1 for shop/hung-pull-node1',
        since: '2026-11-29T20:56:06.923Z',
        detail: 'app',
      },
    ]);
  });
});

describe('the sentence of the node', () => {
  const told = (snapshot: NodeSnapshot) => tellNode(diagnose(snapshot, NOW_MS), snapshot.health);
  const healthy = { sandboxes: [sandbox()], containers: [container()], kubelet: [kubeletPod()] };

  it('is calm on a healthy node', () => {
    expect(told(node(healthy))).toEqual({
      lead: 'The one pod here runs.',
      rest: 'Nothing has failed.',
      tone: 'ok',
    });
  });

  it('counts the stuck and names what they share', () => {
    const sentence = told(stuckPods(3));
    expect(sentence.lead).toBe('3 of 3 pods are stuck.');
    expect(sentence.rest).toMatch(/^All share one cause: the pause image cannot be pulled \(/);
    expect(sentence.tone).toBe('bad');
  });

  it('says first that the runtime does not answer', () => {
    const health = {
      state: 'down' as const,
      since: '2026-11-29T11:59:46.000Z',
      lastAnswerAt: null,
      hangingCall: null,
      message: 'containerd is down since 14 s',
      callsInFlight: 0,
    };
    const sentence = told(node({ ...healthy, more: { health } }));
    expect(sentence).toMatchObject({ lead: 'containerd is down since 14 s.', tone: 'bad' });
  });

  it('does not call well what it cannot judge', () => {
    const sentence = told(node({ sandboxes: [sandbox()], kubelet: null, kubeletLog: null }));
    expect(sentence.tone).toBe('unknown');
  });

  it('has a word for an empty node', () => {
    expect(told(node()).lead).toBe('No pods on this node.');
  });
});
