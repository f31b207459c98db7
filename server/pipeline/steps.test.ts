import { describe, expect, it } from 'vitest';
import type { NodeMount, NodeProcess, PodDirectory } from '../contract/host-facts.ts';
import type { KubeEvent, VolumeAttachment } from '../contract/kube-facts.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import type { PodDetail } from '../contract/pod.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import type { Stage } from '../contract/stage.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { diagnose } from './diagnose.ts';
import {
  ago,
  CONTAINER_ID,
  call,
  container,
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
  UID,
  waiting,
} from './testing/builders.ts';
import { verdictWords } from './testing/words.ts';

interface Facts {
  readonly directories?: readonly PodDirectory[];
  readonly mounts?: readonly NodeMount[];
  readonly processes?: readonly NodeProcess[];
  readonly events?: readonly KubeEvent[];
  readonly attachments?: readonly VolumeAttachment[];
}

function facts(given: Facts): Partial<NodeSnapshot> {
  const none = noFurtherFacts('not there');
  const section = <T>(list: readonly T[] | undefined): Section<readonly T[]> =>
    list === undefined ? unavailable('not there') : available(list, NOW_MS);
  return {
    host: {
      ...none.host,
      podDirectories: section(given.directories),
      mounts: section(given.mounts),
      processes: section(given.processes),
    },
    kube: {
      ...none.kube,
      events: section(given.events),
      volumeAttachments: section(given.attachments),
    },
  };
}

function directory(given: Partial<PodDirectory> = {}): PodDirectory {
  return {
    uid: UID,
    path: `/var/lib/kubelet/pods/${UID}`,
    createdAtMs: ago(200),
    volumes: [],
    containers: [],
    hasEtcHosts: false,
    ...given,
  };
}

function processOf(given: Partial<NodeProcess> = {}): NodeProcess {
  return {
    pid: 123,
    parentPid: 100,
    command: 'sleep infinity',
    state: 'S',
    waitChannel: null,
    startedAtMs: ago(100),
    kind: 'container',
    sandboxOrContainerId: CONTAINER_ID,
    podUid: UID,
    ignoresTerm: true,
    ...given,
  };
}

function event(given: Partial<KubeEvent>): KubeEvent {
  return {
    kind: 'Pod',
    namespace: 'shop',
    name: 'web',
    uid: UID,
    container: null,
    type: 'Warning',
    reason: 'FailedMount',
    message: '',
    count: 3,
    firstAtMs: ago(180),
    lastAtMs: ago(20),
    component: 'kubelet',
    ...given,
  };
}

function podOf(parts: Parts): PodDetail {
  const [pod, ...others] = diagnose(node(parts), NOW_MS).pods;
  expect(others).toEqual([]);
  if (pod === undefined) throw new Error('no pod is seen');
  return pod;
}

function steps(pod: PodDetail, stage: Stage): readonly string[] {
  const cell = pod.stages.find((item) => item.stage === stage);
  return (cell?.steps ?? []).map((item) => `${item.id} ${item.state}`);
}

function waitsFor(pod: PodDetail, stage: Stage, id: string): string | null | undefined {
  const cell = pod.stages.find((item) => item.stage === stage);
  return cell?.steps?.find((item) => item.id === id)?.waitsFor;
}

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
