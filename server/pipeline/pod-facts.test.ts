import { describe, expect, it } from 'vitest';
import { available } from '../contract/section.ts';
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
  type Parts,
  runSandbox,
  SANDBOX_ID,
  sandbox,
  syncError,
  waiting,
} from './testing/builders.ts';
import { podOf } from './testing/step-facts.ts';
import { verdictWords } from './testing/words.ts';

const OLD_UID = '99999999-aaaa-4444-8888-000000000009';

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
