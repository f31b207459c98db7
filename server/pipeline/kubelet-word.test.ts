import { describe, expect, it } from 'vitest';
import type { KubeEvent } from '../contract/kube-facts.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import { available } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import {
  ago,
  container,
  ended,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  type Parts,
  sandbox,
  waiting,
} from './testing/builders.ts';
import { podOf } from './testing/step-facts.ts';
import { verdictWords } from './testing/words.ts';

describe('a pod that kubelet ended as a whole', () => {
  const over = (reason: string, message: string): Parts => ({
    sandboxes: [sandbox({ state: 'not-ready' })],
    containers: [container({ state: 'exited' })],
    statuses: ended({ exitCode: 0, reason: 'Completed' }),
    kubelet: [
      kubeletPod({
        phase: 'Failed',
        reason,
        message,
        restartPolicy: 'Never',
        containers: [
          kubeletContainer({
            state: {
              kind: 'terminated',
              exitCode: 0,
              signal: 0,
              reason: 'Completed',
              message: '',
              startedAtMs: ago(109),
              finishedAtMs: ago(60),
            },
          }),
        ],
      }),
    ],
  });

  it.each([
    ['Evicted', 'The node was low on resource: memory. ', 'evicted-memory-pressure'],
    ['Evicted', 'The node was low on resource: ephemeral-storage. ', 'evicted-disk-pressure'],
    [
      'Terminated',
      'Pod was terminated in response to imminent node shutdown.',
      'node-shutting-down',
    ],
    ['Preempting', 'Preempted in order to admit critical pod', 'pod-preempted'],
    [
      'DeadlineExceeded',
      'Pod was active on the node longer than the deadline',
      'pod-deadline-exceeded',
    ],
  ])('%s (%s) is no success, whatever its containers say', (reason, message, cause) => {
    expect(verdictWords(podOf(over(reason, message)))).toBe(`stuck run failed ${cause}`);
  });

  it('is told by kubelet’s log where its status cannot be asked', () => {
    const line = (message: string, fields: Record<string, string>) =>
      kubeletLine(message, fields, ago(58));
    const pod = podOf({
      ...over('', ''),
      kubelet: null,
      kubeletLog: [
        line('Eviction manager: must evict pod(s) to reclaim', { resourceName: 'memory' }),
        {
          ...line('Eviction manager: evicted pod(s), waiting for pod to be cleaned up', {}),
          text: '"Eviction manager: evicted pod(s), waiting for pod to be cleaned up" pods=["shop/web"]',
        },
      ],
    });
    expect(pod.verdict.stage).toBe('run');
    expect(pod.verdict.state).toBe('failed');
  });
});

describe('a readiness gate', () => {
  const gated = (seconds: number): Parts => ({
    sandboxes: [sandbox()],
    containers: [container()],
    kubelet: [
      kubeletPod({
        conditions: [
          {
            type: 'ContainersReady',
            status: 'True',
            reason: null,
            message: null,
            changedAtMs: ago(seconds),
          },
          {
            type: 'Ready',
            status: 'False',
            reason: 'ReadinessGatesNotReady',
            message:
              'corresponding condition of pod readiness gate "example.com/lb" does not exist.',
            changedAtMs: ago(seconds),
          },
        ],
      }),
    ],
  });

  it('keeps a pod from being ready, and in time makes it stuck', () => {
    expect(verdictWords(podOf(gated(5)))).toBe('starting run running -');
    expect(verdictWords(podOf(gated(300)))).toBe('stuck run failed readiness-gate-unset');
  });
});

describe('what is wanted and what is there', () => {
  it('differs where kubelet’s status is stale', () => {
    const pod = podOf({
      sandboxes: [sandbox()],
      containers: [container({ state: 'exited' })],
      statuses: ended({ finishedAtMs: ago(300) }),
      kubelet: [kubeletPod()],
    });
    expect(pod.differences).toMatchObject([
      { subject: 'container app', wanted: 'running, ready', found: 'exited 1' },
    ]);
  });

  it('differs in image and RuntimeClass', () => {
    const none = noFurtherFacts('not there');
    const classes = available([{ name: 'kata', handler: 'kata-qemu' }], NOW_MS);
    const pod = podOf({
      sandboxes: [sandbox({ runtimeHandler: 'runc' })],
      containers: [container({ image: 'registry.example/shop/app:2' })],
      kubelet: [kubeletPod({ runtimeClassName: 'kata' })],
      more: { kube: { ...none.kube, runtimeClasses: classes } },
    });
    expect(pod.differences?.map((item) => [item.subject, item.wanted, item.found])).toEqual([
      ['image of app', 'registry.example/shop/app:1', 'registry.example/shop/app:2'],
      ['runtime handler', 'kata-qemu (RuntimeClass kata)', 'runc'],
    ]);
  });

  it('differs while a new size waits', () => {
    const condition = {
      type: 'PodResizePending',
      status: 'True',
      reason: 'Infeasible',
      message: "Node didn't have enough capacity: cpu",
      changedAtMs: ago(50),
    };
    const pod = podOf({
      sandboxes: [sandbox()],
      containers: [container()],
      kubelet: [kubeletPod({ conditions: [condition] })],
    });
    expect(verdictWords(pod)).toBe('ready run ok -');
    expect(pod.differences?.[0]?.found).toContain('Infeasible');
  });

  it('agrees on a healthy pod', () => {
    const parts = { sandboxes: [sandbox()], containers: [container()], kubelet: [kubeletPod()] };
    expect(podOf(parts).differences).toEqual([]);
  });
});

describe('the API server in kubelet’s place', () => {
  const none = noFurtherFacts('not there');
  const event = (given: Partial<KubeEvent>): KubeEvent => ({
    kind: 'Pod',
    namespace: 'shop',
    name: 'web',
    uid: null,
    container: 'app',
    type: 'Warning',
    reason: 'Unhealthy',
    message: 'Liveness probe failed: HTTP probe failed with statuscode: 500',
    count: 3,
    firstAtMs: ago(200),
    lastAtMs: ago(70),
    component: 'kubelet',
    ...given,
  });
  const kube = (events: readonly KubeEvent[]): Partial<NodeSnapshot> => ({
    kube: {
      ...none.kube,
      pods: available(
        [kubeletPod({ containers: [kubeletContainer(waiting('CrashLoopBackOff'))] })],
        NOW_MS,
      ),
      events: available(events, NOW_MS),
    },
  });

  it('tells a probe that only its events know', () => {
    const pod = podOf({
      sandboxes: [sandbox()],
      containers: [container({ state: 'exited' })],
      statuses: ended({ exitCode: 0, reason: 'Completed' }),
      kubelet: null,
      kubeletLog: null,
      more: kube([event({})]),
    });
    expect(verdictWords(pod)).toBe('stuck run failed liveness-probe-failed');
    expect(pod.verdict.evidence.map((item) => item.source)).not.toContain('kubelet');
  });
});
