import { type LabContainer, type LabPod, qosClass } from '../lab-pod.ts';
import {
  type ContainerJson,
  containerJson,
  formatTime,
  type Json,
  type WaitingReason,
} from './container-json.ts';
import { type ObservedPod, readySandbox } from './observed-pod.ts';

/** The pod as kubelet's /pods gives it: the spec, and a status made of CRI records and the last failures. */
export function podJson(
  pod: LabPod,
  observed: ObservedPod,
  reasons: ReadonlyMap<string, WaitingReason>,
  deletedAt: Date | null = null,
): Json {
  return {
    metadata: {
      name: pod.name,
      namespace: pod.namespace,
      uid: pod.uid,
      creationTimestamp: formatTime(pod.createdAt),
      ...(deletedAt === null ? {} : deletion(pod, deletedAt)),
      labels: { app: pod.name },
      annotations: {
        'kubernetes.io/config.seen': pod.createdAt.toISOString(),
        'kubernetes.io/config.source': 'api',
      },
    },
    spec: {
      ...(pod.initContainers.length > 0
        ? { initContainers: pod.initContainers.map(specJson) }
        : {}),
      containers: pod.containers.map(specJson),
      restartPolicy: pod.restartPolicy,
      terminationGracePeriodSeconds: pod.graceSeconds,
      ...(pod.hostNetwork ? { hostNetwork: true } : {}),
      ...(pod.runtimeClass === null ? {} : { runtimeClassName: pod.runtimeClass }),
      nodeName: 'lab',
    },
    status: statusJson(pod, observed, reasons),
  };
}

/** deletionTimestamp is when the grace period ends, not when the deletion was asked for. */
function deletion(pod: LabPod, deletedAt: Date): Json {
  const graceEnd = new Date(deletedAt.getTime() + pod.graceSeconds * 1_000);
  return {
    deletionTimestamp: formatTime(graceEnd),
    deletionGracePeriodSeconds: pod.graceSeconds,
  };
}

function statusJson(
  pod: LabPod,
  observed: ObservedPod,
  reasons: ReadonlyMap<string, WaitingReason>,
): Json {
  const toJson = (isInit: boolean) => (container: LabContainer) =>
    containerJson(container, { pod, observed, reasons, isInit });
  const init = pod.initContainers.map(toJson(true));
  const app = pod.containers.map(toJson(false));
  const phase = phaseOf(pod, init, app);
  const ip = observed.ip === null ? {} : { podIP: observed.ip, podIPs: [{ ip: observed.ip }] };
  return {
    phase,
    conditions: conditionsJson(pod, {
      init,
      app,
      phase,
      hasSandbox: readySandbox(observed.sandboxes) !== null,
    }),
    ...ip,
    startTime: formatTime(pod.createdAt),
    ...(init.length > 0 ? { initContainerStatuses: init } : {}),
    containerStatuses: app,
    qosClass: qosClass(pod),
  };
}

function specJson(container: LabContainer): Json {
  const memory = container.memoryLimitBytes;
  return {
    name: container.name,
    image: container.image,
    command: container.command,
    resources: memory === null ? {} : { limits: { memory: String(memory) } },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: container.imagePullPolicy,
  };
}

function isDone(container: ContainerJson): boolean {
  return container.state.terminated?.['exitCode'] === 0;
}

function phaseOf(
  pod: LabPod,
  init: readonly ContainerJson[],
  app: readonly ContainerJson[],
): string {
  const failedInit = init.find((container) => container.state.terminated && !isDone(container));
  if (failedInit !== undefined && pod.restartPolicy === 'Never') return 'Failed';
  if (!init.every(isDone)) return 'Pending';
  const isFresh = (container: ContainerJson) =>
    container.state.waiting !== undefined && container.lastState.terminated === undefined;
  if (app.some(isFresh)) return 'Pending';
  if (app.some((container) => container.state.running) || pod.restartPolicy === 'Always') {
    return 'Running';
  }
  if (app.every(isDone)) return 'Succeeded';
  return pod.restartPolicy === 'Never' ? 'Failed' : 'Running';
}

interface Parts {
  readonly init: readonly ContainerJson[];
  readonly app: readonly ContainerJson[];
  readonly phase: string;
  readonly hasSandbox: boolean;
}

function conditionsJson(pod: LabPod, parts: Parts): readonly Json[] {
  const at = { lastProbeTime: null, lastTransitionTime: formatTime(pod.createdAt) };
  const unfinished = parts.init.filter((container) => !isDone(container));
  const unready = parts.app.filter((container) => !container.ready);
  const names = (list: readonly ContainerJson[]) => list.map((entry) => entry.name).join(' ');
  const done = { Succeeded: 'PodCompleted', Failed: 'PodFailed' }[parts.phase];
  const ready = (): Json => {
    if (done !== undefined) return { status: 'False', reason: done };
    if (unready.length === 0) return { status: 'True' };
    const message = `containers with unready status: [${names(unready)}]`;
    return { status: 'False', reason: 'ContainersNotReady', message };
  };
  const initialized = (): Json => {
    if (unfinished.length === 0) return { status: 'True' };
    const message = `containers with incomplete status: [${names(unfinished)}]`;
    return { status: 'False', reason: 'ContainersNotInitialized', message };
  };
  return [
    { type: 'PodReadyToStartContainers', status: parts.hasSandbox ? 'True' : 'False', ...at },
    { type: 'Initialized', ...initialized(), ...at },
    { type: 'Ready', ...ready(), ...at },
    { type: 'ContainersReady', ...ready(), ...at },
    { type: 'PodScheduled', status: 'True', ...at },
  ];
}
