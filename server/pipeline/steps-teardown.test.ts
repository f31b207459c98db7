import { describe, expect, it } from 'vitest';
import type { NodeMount } from '../contract/host-facts.ts';
import {
  ago,
  CONTAINER_ID,
  call,
  container,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  SANDBOX_ID,
  sandbox,
  UID,
} from './testing/builders.ts';
import { facts, podOf, processOf, steps, waitsFor } from './testing/step-facts.ts';
import { verdictWords } from './testing/words.ts';

describe('the steps of Teardown', () => {
  const stop = call({
    call: 'StopContainer',
    containerId: CONTAINER_ID,
    outcome: 'open',
    beganAtMs: ago(10),
    endedAtMs: null,
  });
  const leaving = (seconds: number) =>
    kubeletPod({ deletionAtMs: NOW_MS + seconds * 1000, deletionGraceSeconds: 30 });

  it('name the process that does not heed TERM, and when KILL comes', () => {
    const pod = podOf({
      sandboxes: [sandbox()],
      containers: [container()],
      kubelet: [leaving(20)],
      calls: [stop],
      more: facts({ processes: [processOf()], mounts: [] }),
    });
    expect(verdictWords(pod)).toBe('terminating teardown running -');
    expect(steps(pod, 'teardown')).toEqual([
      'term running',
      'stop-container:app running',
      'stop-pod-sandbox not-reached',
      'unmount not-reached',
      'remove not-reached',
    ]);
    expect(waitsFor(pod, 'teardown', 'term')).toContain('pid 123 sleep infinity');
    expect(pod.verdict.summary).toContain('KILL at 12:00:20');
  });

  it('tell a process that KILL does not reach', () => {
    const stuck = processOf({ state: 'D', waitChannel: 'rpc_wait_bit_killable' });
    const pod = podOf({
      sandboxes: [sandbox()],
      containers: [container()],
      kubelet: [leaving(-90)],
      calls: [stop],
      more: facts({ processes: [stuck] }),
    });
    expect(verdictWords(pod)).toBe('terminating teardown failed kill-wait-timeout');
    expect(pod.verdict.evidence[0]?.text).toContain('state D in rpc_wait_bit_killable');
  });

  it('name the mount of a volume that cannot be unmounted', () => {
    const text =
      'UnmountVolume.TearDown failed for volume "pvc-1" (UniqueName: "kubernetes.io/nfs/1-x") pod "1" : unmount failed: exit status 32 umount: /var/lib/kubelet/pods/1/volumes/x: target is busy.';
    const mount: NodeMount = {
      mountPoint: `/var/lib/kubelet/pods/${UID}/volumes/kubernetes.io~nfs/pvc-1`,
      fsType: 'nfs4',
      source: 'nfs.example:/export',
      podUid: UID,
      volumeName: 'pvc-1',
      sandboxOrContainerId: null,
    };
    const pod = podOf({
      kubelet: [{ ...leaving(-60), containers: [] }],
      kubeletLog: [{ ...kubeletLine(text, { podUID: UID }), level: 'error' }],
      more: facts({ mounts: [mount] }),
    });
    expect(pod.verdict.outcome).toBe('terminating');
    expect(pod.verdict.state).toBe('failed');
    expect(steps(pod, 'teardown')).toContain('unmount failed');
    expect(waitsFor(pod, 'teardown', 'unmount')).toContain('volume pvc-1 (nfs4)');
  });

  it('tell that only a finalizer holds it', () => {
    const pod = podOf({
      kubelet: [{ ...leaving(-60), containers: [], finalizers: ['example.com/keep'] }],
      more: facts({ mounts: [] }),
    });
    expect(verdictWords(pod)).toBe('terminating teardown running -');
    expect(waitsFor(pod, 'teardown', 'finalizers')).toContain('example.com/keep');
  });

  it('see a CNI plugin that does not end', () => {
    const pod = podOf({
      sandboxes: [sandbox()],
      kubelet: [{ ...leaving(-60), containers: [] }],
      calls: [
        call({
          call: 'StopPodSandbox',
          sandboxId: SANDBOX_ID,
          outcome: 'open',
          beganAtMs: ago(70),
          endedAtMs: null,
        }),
      ],
      more: facts({ processes: [processOf({ kind: 'cni', command: 'bridge' })] }),
    });
    expect(verdictWords(pod)).toBe('terminating teardown failed network-teardown-failed');
  });
});
