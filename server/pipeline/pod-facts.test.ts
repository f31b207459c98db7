import { describe, expect, it } from 'vitest';
import type { KubeEvent } from '../contract/kube-facts.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { PodDetail } from '../contract/pod.ts';
import { available } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { diagnose } from './diagnose.ts';
import {
  ago,
  CONTAINER_ID,
  call,
  container,
  ended,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  node,
  type Parts,
  runSandbox,
  SANDBOX_ID,
  sandbox,
  syncError,
  waiting,
} from './testing/builders.ts';
import { verdictWords } from './testing/words.ts';

const OLD_UID = '99999999-aaaa-4444-8888-000000000009';

function podOf(parts: Parts): PodDetail {
  const [pod] = diagnose(node(parts), NOW_MS).pods;
  if (pod === undefined) throw new Error('no pod is seen');
  return pod;
}

const creating = kubeletPod({
  createdAtMs: ago(60),
  startedAtMs: ago(60),
  containers: [kubeletContainer(waiting('ContainerCreating'))],
});
const HOSTPATH =
  'MountVolume.SetUp failed for volume "data" : hostPath type check failed: /srv is not a directory';

describe('lines of an older pod of the same name', () => {
  it('do not decide where they name another uid', () => {
    const line = kubeletLine('Error syncing pod', {
      pod: 'shop/web',
      podUID: OLD_UID,
      err: 'boom',
    });
    const pod = podOf({ kubelet: [creating], kubeletLog: [line] });
    expect(verdictWords(pod)).toBe('starting kubelet running -');
  });

  it('do not decide where they name no uid and are older than the pod', () => {
    const line = (seconds: number) => ({
      ...kubeletLine(HOSTPATH, { pod: 'shop/web' }, ago(seconds)),
      level: 'error' as const,
    });
    expect(verdictWords(podOf({ kubelet: [creating], kubeletLog: [line(200)] }))).toBe(
      'starting kubelet running -',
    );
    expect(podOf({ kubelet: [creating], kubeletLog: [line(20)] }).verdict.state).toBe('failed');
  });
});

describe('complaints that the runtime was away', () => {
  const away =
    'failed to "CreatePodSandbox" for "web" with CreatePodSandboxError: "rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""';

  it('are over once it has answered again', () => {
    const later = call({ call: 'PullImage', imageRef: 'x', beganAtMs: ago(10), endedAtMs: ago(9) });
    const pod = podOf({
      kubelet: [creating],
      kubeletLog: [syncError(away, ago(40))],
      calls: [later],
    });
    expect(verdictWords(pod)).toBe('starting kubelet running -');
  });

  it('stand while it has not', () => {
    const pod = podOf({ kubelet: [creating], kubeletLog: [syncError(away, ago(5))] });
    expect(verdictWords(pod)).toBe('stuck sandbox failed runtime-down');
  });
});

describe('the innermost cause in another line', () => {
  const opaque =
    "failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: can't get final child's PID from pipe: EOF";
  const failing = runSandbox({
    outcome: 'failed',
    error: opaque,
    sandboxId: SANDBOX_ID,
    beganAtMs: ago(100),
    endedAtMs: ago(99),
  });
  const line = (text: string, seconds: number) => ({
    ...kubeletLine(text, {}, ago(seconds)),
    level: 'warning' as const,
    where: 'containerd.log:7',
  });
  const runc = 'runc: nsexec: failed to update /proc/self/oom_score_adj: Permission denied';

  it('is found by an id that is cut', () => {
    const cut = line(`conmon ${SANDBOX_ID.slice(0, 20)}: ${runc}`, 99.05);
    const more = { runtimeLog: available([cut], NOW_MS) };
    const pod = podOf({ kubelet: null, calls: [failing], more });
    expect(pod.verdict.message).toContain('oom_score_adj');
  });

  it('is found without any id while no other call was under way', () => {
    const more = { runtimeLog: available([line(runc, 99.05)], NOW_MS) };
    const pod = podOf({ kubelet: null, calls: [failing], more });
    expect(pod.verdict.message).toContain('oom_score_adj');
    const other = runSandbox({
      pod: { namespace: 'shop', name: 'other', uid: OLD_UID, attempt: 0 },
      beganAtMs: ago(101),
      endedAtMs: ago(98),
    });
    const crowded = podOf({ kubelet: null, calls: [other, failing], more });
    expect(crowded.verdict.message).not.toContain('oom_score_adj');
  });
});

describe('the kernel’s word', () => {
  const killed = (constraint: string) => ({
    ...kubeletLine(
      `oom-kill:constraint=${constraint},task_memcg=/kubepods/burstable/${CONTAINER_ID},task=java,pid=7`,
      {},
      ago(60),
    ),
    where: 'kernel.log:1',
  });
  const parts = (constraint: string): Parts => ({
    sandboxes: [sandbox()],
    containers: [container({ state: 'exited' })],
    statuses: ended({ exitCode: 137, reason: 'Error' }),
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('CrashLoopBackOff'))] })],
    more: { kernelLog: available([killed(constraint)], NOW_MS) },
  });

  it('tells memory where the runtime says no more than Error', () => {
    const pod = podOf(parts('CONSTRAINT_MEMCG'));
    expect(verdictWords(pod)).toBe('stuck run failed oom-killed');
    expect(pod.verdict.evidence.some((item) => item.source === 'kernel-log')).toBe(true);
    expect(pod.timeline.some((item) => item.actor === 'kernel')).toBe(true);
  });

  it('tells the node’s memory from the container’s', () => {
    expect(verdictWords(podOf(parts('CONSTRAINT_NONE')))).toBe('stuck run failed node-level-oom');
  });
});

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

describe('how long a stage may take', () => {
  const slow = (count: number): Parts => ({
    kubelet: [creating],
    calls: [runSandbox({ outcome: 'open', endedAtMs: null, beganAtMs: ago(50) })],
    more: {
      usual: available([{ call: 'RunPodSandbox', medianMs: 20_000, p95Ms: 40_000, count }], NOW_MS),
    },
  });

  it('is longer on a node that is usually slow', () => {
    expect(podOf(slow(100)).verdict.outcome).toBe('starting');
    expect(podOf(slow(2)).verdict.outcome).toBe('stuck');
  });
});
