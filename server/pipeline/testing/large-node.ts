import type { CallRecord, LogLine } from '../../contract/journal.ts';
import type { KubeletPod } from '../../contract/kubelet-pod.ts';
import { noFurtherFacts } from '../../contract/no-facts.ts';
import type { Container, ContainerStatus, Sandbox } from '../../contract/runtime-objects.ts';
import { available, unavailable } from '../../contract/section.ts';
import type { NodeSnapshot } from '../../snapshot/node-snapshot.ts';

const NOW_MS = 1_800_000_000_000;

function id(kind: string, index: number): string {
  return `${kind}${index.toString(16)}`.padStart(64, '0').replace(/[^0-9a-f]/g, 'e');
}

function call(given: Partial<CallRecord> & Pick<CallRecord, 'call'>, atMs: number): CallRecord {
  return {
    beganAtMs: atMs,
    endedAtMs: atMs + 50,
    outcome: 'ok',
    error: null,
    pod: null,
    sandboxId: null,
    containerId: null,
    container: null,
    imageRef: null,
    where: 'containerd.log:1',
    text: `time="x" level=info msg="${given.call}"`,
    ...given,
  };
}

interface Lists {
  readonly sandboxes: Sandbox[];
  readonly containers: Container[];
  readonly statuses: Record<string, ContainerStatus>;
  readonly calls: CallRecord[];
  readonly kubeletPods: KubeletPod[];
}

const PULL_ERROR =
  'failed to pull and unpack image "registry.example/shop/nope:1": failed to resolve image: registry.example/shop/nope:1: not found';
const START_ERROR =
  'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "/app": stat /app: no such file or directory';

type Fate = 'runs' | 'pull' | 'start' | 'crash';

function fateOf(pod: number): Fate {
  if (pod % 25 === 3) return 'pull';
  if (pod % 25 === 7) return 'start';
  return pod % 25 === 11 ? 'crash' : 'runs';
}

function addContainer(lists: Lists, pod: number, index: number, fate: Fate): void {
  const containerId = id(`c${pod}d`, index);
  const sandboxId = id('b', pod);
  const isFailing = index === 0 && fate !== 'runs';
  if (isFailing && fate === 'pull') return;
  const createdAtMs = NOW_MS - 3_600_000 + pod * 1000;
  lists.containers.push({
    id: containerId,
    sandboxId,
    name: `c${index}`,
    attempt: isFailing ? 5 : 0,
    state: isFailing ? 'exited' : 'running',
    createdAtMs,
    image: `registry.example/shop/app${pod % 40}:1`,
    imageRef: 'sha256:1',
    labels: {},
    annotations: { 'io.kubernetes.container.hash': '1' },
  });
  if (!isFailing) return;
  const isStart = fate === 'start';
  lists.statuses[containerId] = {
    id: containerId,
    state: 'exited',
    createdAtMs,
    startedAtMs: isStart ? null : createdAtMs,
    finishedAtMs: createdAtMs + 100,
    exitCode: isStart ? 128 : 1,
    reason: isStart ? 'StartError' : 'Error',
    message: isStart ? START_ERROR : '',
    logPath: '',
    mounts: [],
  };
}

function addPod(lists: Lists, pod: number, containerCount: number): void {
  const fate = fateOf(pod);
  const meta = { namespace: `ns${pod % 20}`, name: `pod-${pod}`, uid: `uid-${pod}` };
  const createdAtMs = NOW_MS - 3_700_000 + pod * 1000;
  lists.sandboxes.push({
    ...meta,
    id: id('b', pod),
    attempt: 0,
    state: 'ready',
    createdAtMs,
    labels: { app: `app${pod}` },
    annotations: {},
    runtimeHandler: '',
  });
  for (let index = 0; index < containerCount; index += 1) addContainer(lists, pod, index, fate);
  lists.kubeletPods.push({
    ...meta,
    labels: {},
    annotations: {},
    createdAtMs,
    deletionAtMs: null,
    deletionGraceSeconds: null,
    finalizers: [],
    restartPolicy: 'Always',
    hostNetwork: false,
    runtimeClassName: null,
    phase: 'Running',
    reason: null,
    message: null,
    qosClass: 'Burstable',
    podIp: '10.0.0.1',
    startedAtMs: createdAtMs,
    conditions: [],
    containers: Array.from({ length: containerCount }, (_, index) => ({
      name: `c${index}`,
      type: 'app',
      image:
        fate === 'pull' && index === 0
          ? 'registry.example/shop/nope:1'
          : `registry.example/shop/app${pod % 40}:1`,
      imagePullPolicy: 'IfNotPresent',
      hasReadinessProbe: true,
      hasLivenessProbe: false,
      hasStartupProbe: false,
      ready: index > 0 || fate === 'runs',
      started: true,
      restartCount: 0,
      containerId: null,
      state:
        index > 0 || fate === 'runs'
          ? { kind: 'running', startedAtMs: createdAtMs }
          : fate === 'pull'
            ? {
                kind: 'waiting',
                reason: 'ImagePullBackOff',
                message: `Back-off pulling image "x": ErrImagePull: ${PULL_ERROR}`,
              }
            : {
                kind: 'waiting',
                reason: 'CrashLoopBackOff',
                message: 'back-off 1m20s restarting failed container=c0',
              },
      lastState: { kind: 'none' },
    })),
  });
}

function addCalls(lists: Lists, podCount: number, callCount: number): void {
  for (let index = 0; lists.calls.length < callCount; index += 1) {
    const pod = index % podCount;
    const atMs = NOW_MS - 3_600_000 + index * 150;
    const sandboxId = id('b', pod);
    lists.calls.push(
      call(
        {
          call: 'CreateContainer',
          sandboxId,
          container: { name: 'c0', attempt: index },
          containerId: id(`c${pod}d`, 0),
        },
        atMs,
      ),
      call({ call: 'StartContainer', containerId: id(`c${pod}d`, 0) }, atMs + 60),
      call(
        {
          call: 'PullImage',
          imageRef: 'registry.example/shop/nope:1',
          outcome: 'failed',
          error: PULL_ERROR,
        },
        atMs + 70,
      ),
      call({ call: 'RemoveContainer', containerId: id(`f${index}`, 1) }, atMs + 90),
    );
  }
}

function logLines(count: number, podCount: number): LogLine[] {
  return Array.from({ length: count }, (_, index) => ({
    atMs: NOW_MS - (count - index) * 500,
    level: 'error',
    message: 'Error syncing pod, skipping',
    fields: {
      err: `failed to "StartContainer" for "c0" with CrashLoopBackOff: "back-off 10s restarting failed container=c0"`,
      pod: `ns${(index % podCount) % 20}/pod-${index % podCount}`,
      podUID: `uid-${index % podCount}`,
    },
    where: `kubelet.log:${index}`,
    text: `E1129 20:52:31.857432 25653 pod_workers.go:1324] "Error syncing pod, skipping" podUID="uid-${index % podCount}" ${id('b', index % podCount)}`,
  }));
}

/** A node with many pods, a journal and logs at their bounds; one pod in eight fails. */
export function largeNode(
  podCount = 500,
  containerCount = 1_200,
  callCount = 20_000,
): { snapshot: NodeSnapshot; nowMs: number } {
  const lists: Lists = { sandboxes: [], containers: [], statuses: {}, calls: [], kubeletPods: [] };
  let left = containerCount;
  for (let pod = 0; pod < podCount; pod += 1) {
    const share = Math.round(left / (podCount - pod));
    addPod(lists, pod, share);
    left -= share;
  }
  addCalls(lists, podCount, callCount);
  const off = unavailable('not in this test');
  const snapshot: NodeSnapshot = {
    takenAtMs: NOW_MS,
    nodeName: 'node1',
    health: {
      state: 'ok',
      since: null,
      lastAnswerAt: null,
      hangingCall: null,
      message: null,
      callsInFlight: 0,
    },
    version: available(
      { runtimeName: 'containerd', runtimeVersion: '2', runtimeApiVersion: 'v1' },
      NOW_MS,
    ),
    runtime: off,
    sandboxes: available(lists.sandboxes, NOW_MS),
    containers: available(lists.containers, NOW_MS),
    containerStatuses: lists.statuses,
    sandboxStatuses: {},
    images: off,
    ingests: available([], NOW_MS),
    calls: available(lists.calls, NOW_MS),
    runtimeLog: available(logLines(2_000, podCount), NOW_MS),
    kubeletPods: available(lists.kubeletPods, NOW_MS),
    kubeletLog: available(logLines(2_000, podCount), NOW_MS),
    podLogDirectories: off,
    logTails: {},
    manifests: off,
    ...noFurtherFacts('not in this test'),
  };
  return { snapshot, nowMs: NOW_MS };
}
