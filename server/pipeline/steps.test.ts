import { describe, expect, it } from 'vitest';
import type { VolumeAttachment } from '../contract/kube-facts.ts';
import { available } from '../contract/section.ts';
import {
  ago,
  container,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  runSandbox,
  sandbox,
  syncError,
  UID,
  waiting,
} from './testing/builders.ts';
import {
  directory,
  event,
  facts,
  podOf,
  processOf,
  steps,
  waitsFor,
} from './testing/step-facts.ts';
import { verdictWords } from './testing/words.ts';

const creating = kubeletPod({
  phase: 'Pending',
  startedAtMs: ago(200),
  containers: [kubeletContainer(waiting('ContainerCreating'))],
});
const HOSTPATH =
  'MountVolume.SetUp failed for volume "data" (UniqueName: "kubernetes.io/host-path/1-data") pod "web" (UID: "1") : hostPath type check failed: /srv is not a directory';

describe('the steps of the Kubelet stage', () => {
  it('name the volume that fails, its plugin and since when', () => {
    const line = { ...kubeletLine(HOSTPATH, { podUID: UID }), level: 'error' as const };
    const first = { ...line, atMs: ago(150) };
    const pod = podOf({ kubelet: [creating], kubeletLog: [first, line] });
    expect(steps(pod, 'kubelet')).toEqual([
      'admission ok',
      'volumes failed',
      'volume:data failed',
      'pod-cgroup unknown',
      'network unknown',
    ]);
    const step = pod.stages[0]?.steps?.find((item) => item.id === 'volume:data');
    expect(step?.label).toBe('Volume data (host-path)');
    expect(step?.startedAt).toBe('2026-11-29T11:57:30.000Z');
    expect(step?.detail).toContain('hostPath type check failed');
  });

  it('name the node on which a volume still hangs, from the events and the attachments', () => {
    const message =
      'Multi-Attach error for volume "pvc-1" Volume is already exclusively attached to one node and can\'t be attached to another';
    const attachment: VolumeAttachment = {
      name: 'csi-abc',
      attacher: 'csi.example',
      persistentVolume: 'pvc-1',
      nodeName: 'node7',
      isAttached: true,
      createdAtMs: ago(90_000),
      error: null,
    };
    const more = facts({
      events: [event({ reason: 'FailedAttachVolume', message })],
      attachments: [attachment],
    });
    const pod = podOf({ kubelet: [creating], kubeletLog: null, more });
    expect(pod.verdict.stage).toBe('kubelet');
    expect(pod.verdict.state).toBe('failed');
    expect(pod.verdict.evidence[0]?.source).toBe('kube');
    expect(waitsFor(pod, 'kubelet', 'volume:pvc-1')).toBe('node node7, where it is still attached');
  });

  it('see a volume that is not mounted, where kubelet’s directory is all there is', () => {
    const volumes = [
      { plugin: 'kubernetes.io/csi', name: 'pvc-2', isMounted: false },
      { plugin: 'kubernetes.io/projected', name: 'token', isMounted: true },
      { plugin: 'kubernetes.io/configmap', name: 'conf', isMounted: false },
    ];
    const pod = podOf({ kubelet: null, more: facts({ directories: [directory({ volumes })] }) });
    expect(verdictWords(pod)).toBe('stuck kubelet running -');
    expect([pod.namespace, pod.name]).toEqual(['(unknown)', UID]);
    expect(steps(pod, 'kubelet')).toContain('volume:pvc-2 running');
    expect(steps(pod, 'kubelet')).not.toContain('volume:conf running');
  });

  it('do not claim anything of a directory without the runtime’s log', () => {
    const more = facts({ directories: [directory()] });
    const pod = podOf({ kubelet: null, kubeletLog: null, calls: null, more });
    expect(verdictWords(pod)).toBe('unknown kubelet unknown -');
    expect(pod.verdict.needs).toContain('runtime-log');
  });

  it('take a directory whose sandbox exists for nothing new', () => {
    const pod = podOf({
      sandboxes: [sandbox()],
      containers: [container()],
      kubelet: [kubeletPod()],
      more: facts({ directories: [directory()] }),
    });
    expect(verdictWords(pod)).toBe('ready run ok -');
    expect(steps(pod, 'kubelet').every((item) => item.endsWith(' ok'))).toBe(true);
  });

  it('tell a pod cgroup that cannot be made', () => {
    const err =
      'failed to ensure that the pod: 1 cgroups exist and are correctly applied: failed to create container for [kubepods burstable pod1] : unit exists';
    const pod = podOf({ kubelet: [creating], kubeletLog: [syncError(err)] });
    expect(pod.verdict.stage).toBe('kubelet');
    expect(steps(pod, 'kubelet')).toContain('pod-cgroup failed');
  });
});

describe('the steps of RunPodSandbox', () => {
  const failing = (error: string, version = '2.1.9') =>
    podOf({
      kubelet: [creating],
      calls: [runSandbox({ outcome: 'failed', error })],
      more: {
        version: available(
          { runtimeName: 'containerd', runtimeVersion: version, runtimeApiVersion: 'v1' },
          NOW_MS,
        ),
      },
    });
  const PAUSE = 'failed to get sandbox image "registry.example/pause:3": dial tcp: refused';

  it('come in the order of the runtime’s version', () => {
    expect(steps(failing(PAUSE), 'sandbox')).toEqual([
      'network-namespace ok',
      'cni-add ok',
      'pause-image failed',
      'task not-reached',
    ]);
    expect(steps(failing(PAUSE, '1.7.24'), 'sandbox')[0]).toBe('pause-image failed');
  });

  it('tell CNI and the pause container apart', () => {
    const cni = 'failed to setup network for sandbox "ab": plugin type="bridge" failed (add): no';
    expect(steps(failing(cni), 'sandbox')).toContain('cni-add failed');
    const task = 'failed to create containerd task: failed to create shim task: OCI runtime error';
    expect(steps(failing(task), 'sandbox')).toContain('task failed');
  });

  it('name the CNI plugin at which a call in flight hangs', () => {
    const plugin = processOf({ kind: 'cni', command: 'calico', sandboxOrContainerId: null });
    const pod = podOf({
      kubelet: [creating],
      calls: [runSandbox({ outcome: 'open', endedAtMs: null, beganAtMs: ago(50) })],
      more: facts({ processes: [plugin] }),
    });
    expect(verdictWords(pod)).toBe('stuck sandbox running -');
    expect(waitsFor(pod, 'sandbox', 'cni-add')).toBe('CNI plugin calico (pid 123)');
  });
});
