import type { CallRecord, LogLine } from '../../contract/journal.ts';
import type { KubeletContainer, KubeletPod } from '../../contract/kubelet-pod.ts';
import { noFurtherFacts } from '../../contract/no-facts.ts';
import type { Container, ContainerStatus, Sandbox } from '../../contract/runtime-objects.ts';
import { available, unavailable } from '../../contract/section.ts';
import type { NodeSnapshot } from '../../snapshot/node-snapshot.ts';

/** The moment of every built snapshot. */
export const NOW_MS = Date.UTC(2026, 10, 29, 12, 0, 0);
export const UID = '11111111-aaaa-4444-8888-000000000001';
export const SANDBOX_ID = 'a'.repeat(64);
export const CONTAINER_ID = 'c'.repeat(64);

/** `seconds` before now. */
export function ago(seconds: number): number {
  return NOW_MS - seconds * 1000;
}

export function sandbox(given: Partial<Sandbox> = {}): Sandbox {
  return {
    id: SANDBOX_ID,
    namespace: 'shop',
    name: 'web',
    uid: UID,
    attempt: 0,
    state: 'ready',
    createdAtMs: ago(120),
    labels: {},
    annotations: {},
    runtimeHandler: '',
    ...given,
  };
}

export function container(given: Partial<Container> = {}): Container {
  return {
    id: CONTAINER_ID,
    sandboxId: SANDBOX_ID,
    name: 'app',
    attempt: 0,
    state: 'running',
    createdAtMs: ago(110),
    image: 'registry.example/shop/app:1',
    imageRef: 'sha256:1',
    labels: {},
    annotations: { 'io.kubernetes.container.hash': '1' },
    ...given,
  };
}

export function ended(given: Partial<ContainerStatus> = {}): Record<string, ContainerStatus> {
  const status: ContainerStatus = {
    id: CONTAINER_ID,
    state: 'exited',
    createdAtMs: ago(110),
    startedAtMs: ago(109),
    finishedAtMs: ago(60),
    exitCode: 1,
    reason: 'Error',
    message: '',
    logPath: '',
    mounts: [],
    ...given,
  };
  return { [status.id]: status };
}

export function call(given: Partial<CallRecord> & Pick<CallRecord, 'call'>): CallRecord {
  return {
    beganAtMs: ago(100),
    endedAtMs: ago(99),
    outcome: 'ok',
    error: null,
    pod: null,
    sandboxId: null,
    containerId: null,
    container: null,
    imageRef: null,
    where: 'containerd.log:1',
    text: `msg="${given.call}"`,
    ...given,
  };
}

export function runSandbox(given: Partial<CallRecord> = {}): CallRecord {
  return call({
    call: 'RunPodSandbox',
    pod: { namespace: 'shop', name: 'web', uid: UID, attempt: 0 },
    ...given,
  });
}

export function kubeletContainer(given: Partial<KubeletContainer> = {}): KubeletContainer {
  return {
    name: 'app',
    type: 'app',
    image: 'registry.example/shop/app:1',
    imagePullPolicy: 'IfNotPresent',
    hasReadinessProbe: false,
    hasLivenessProbe: false,
    hasStartupProbe: false,
    ready: true,
    started: true,
    restartCount: 0,
    containerId: CONTAINER_ID,
    state: { kind: 'running', startedAtMs: ago(109) },
    lastState: { kind: 'none' },
    ...given,
  };
}

export function waiting(reason: string, message = ''): Partial<KubeletContainer> {
  return { ready: false, containerId: null, state: { kind: 'waiting', reason, message } };
}

export function kubeletPod(given: Partial<KubeletPod> = {}): KubeletPod {
  return {
    namespace: 'shop',
    name: 'web',
    uid: UID,
    labels: {},
    annotations: {},
    createdAtMs: ago(130),
    deletionAtMs: null,
    deletionGraceSeconds: null,
    finalizers: [],
    restartPolicy: 'Always',
    hostNetwork: false,
    runtimeClassName: null,
    phase: 'Running',
    reason: null,
    message: null,
    qosClass: 'BestEffort',
    podIp: null,
    startedAtMs: ago(130),
    conditions: [],
    containers: [kubeletContainer()],
    ...given,
  };
}

export function kubeletLine(
  message: string,
  fields: Record<string, string>,
  atMs = ago(5),
): LogLine {
  const pairs = Object.entries(fields).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  return {
    atMs,
    level: message.startsWith('Error') ? 'error' : 'info',
    message,
    fields,
    where: 'kubelet.log:1',
    text: `"${message}" ${pairs.join(' ')}`,
  };
}

export function syncError(err: string, atMs = ago(5)): LogLine {
  return kubeletLine('Error syncing pod, skipping', { err, pod: 'shop/web', podUID: UID }, atMs);
}

export interface Parts {
  readonly sandboxes?: readonly Sandbox[];
  readonly containers?: readonly Container[];
  readonly statuses?: Record<string, ContainerStatus>;
  readonly calls?: readonly CallRecord[] | null;
  readonly kubelet?: readonly KubeletPod[] | null;
  readonly kubeletLog?: readonly LogLine[] | null;
  readonly more?: Partial<NodeSnapshot>;
}

/** A node with one pod's worth of facts; a part given as null is a source that is missing. */
export function node(parts: Parts = {}): NodeSnapshot {
  const off = unavailable('not there');
  const section = <T>(list: readonly T[] | null | undefined) =>
    list === null ? off : available(list ?? [], NOW_MS);
  return {
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
      { runtimeName: 'containerd', runtimeVersion: '2.1.9', runtimeApiVersion: 'v1' },
      NOW_MS,
    ),
    runtime: off,
    sandboxes: available(parts.sandboxes ?? [], NOW_MS),
    containers: available(parts.containers ?? [], NOW_MS),
    containerStatuses: parts.statuses ?? {},
    sandboxStatuses: {},
    images: available([], NOW_MS),
    ingests: available([], NOW_MS),
    calls: section(parts.calls),
    runtimeLog: available([], NOW_MS),
    kubeletPods: section(parts.kubelet),
    kubeletLog: section(parts.kubeletLog),
    podLogDirectories: off,
    logTails: {},
    manifests: off,
    ...noFurtherFacts('not there'),
    ...parts.more,
  };
}
