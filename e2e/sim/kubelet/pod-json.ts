import { splitImage } from '../dress/dress.ts';
import { toSecondTime } from '../files/time-text.ts';
import type { SimNode } from '../model/node.ts';
import type { ContainerRecord, PodRecord, TerminatedRecord } from '../model/pod-record.ts';
import { graceSeconds, podAnnotations, qosClass } from './pod-identity.ts';

/** The pod as kubelet's /pods gives it. */
export function toPodJson(node: SimNode, pod: PodRecord): object {
  const { plan } = pod;
  const isApi = plan.isStatic !== true;
  return {
    metadata: {
      name: plan.name,
      namespace: plan.namespace,
      uid: pod.uid,
      ...(isApi ? { creationTimestamp: toSecondTime(pod.boundAtMs - 1000) } : {}),
      ...(pod.deletionAtMs === null ? {} : deletion(pod, pod.deletionAtMs)),
      labels: plan.labels ?? {},
      annotations: podAnnotations(pod),
    },
    spec: toSpec(node, pod),
    status: toStatus(node, pod),
  };
}

/** deletionTimestamp is when the grace period ends, not when the deletion was asked for. */
function deletion(pod: PodRecord, deletionAtMs: number) {
  const grace = graceSeconds(pod);
  return {
    deletionTimestamp: toSecondTime(deletionAtMs + grace * 1000),
    deletionGracePeriodSeconds: grace,
  };
}

function toSpec(node: SimNode, pod: PodRecord): object {
  const { plan } = pod;
  const inits = pod.containers.filter((container) => container.type !== 'app');
  const apps = pod.containers.filter((container) => container.type === 'app');
  return {
    ...(inits.length > 0 ? { initContainers: inits.map((one) => containerSpec(pod, one)) } : {}),
    containers: apps.map((one) => containerSpec(pod, one)),
    restartPolicy: plan.restartPolicy ?? 'Always',
    terminationGracePeriodSeconds: graceSeconds(pod),
    dnsPolicy: 'ClusterFirst',
    nodeName: node.name,
    ...(plan.hostNetwork === true ? { hostNetwork: true } : {}),
    ...(plan.runtimeClassName === undefined ? {} : { runtimeClassName: plan.runtimeClassName }),
    securityContext: {},
    schedulerName: 'default-scheduler',
    tolerations: [{ operator: 'Exists', effect: 'NoExecute' }],
    enableServiceLinks: true,
  };
}

function containerSpec(pod: PodRecord, container: ContainerRecord): object {
  const { plan } = container;
  const { resources: asked } = plan;
  const limits = {
    ...(asked?.cpuMilli === undefined ? {} : { cpu: `${asked.cpuMilli}m` }),
    ...(asked?.memoryMiB === undefined ? {} : { memory: `${asked.memoryMiB}Mi` }),
  };
  const http = (path: string) => ({
    httpGet: { path, port: 8080, scheme: 'HTTP' },
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
  });
  const isProbed = (probe: string | undefined): boolean => probe !== undefined && probe !== 'none';
  return {
    name: plan.name,
    image: plan.image,
    ...(plan.command === undefined ? {} : { command: plan.command }),
    resources: asked === undefined ? {} : { limits, requests: limits },
    ...(container.type === 'sidecar' ? { restartPolicy: 'Always' } : {}),
    ...(pod.plan.admission === 'host-port'
      ? { ports: [{ hostPort: 8443, containerPort: 8443, protocol: 'TCP' }] }
      : {}),
    ...(isProbed(plan.readiness) ? { readinessProbe: http('/ready') } : {}),
    ...(isProbed(plan.liveness) ? { livenessProbe: http('/healthz') } : {}),
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: plan.refusal === 'image-never-pull' ? 'Never' : 'IfNotPresent',
    ...(plan.refusal === 'run-as-nonroot' ? { securityContext: { runAsNonRoot: true } } : {}),
  };
}

function toStatus(node: SimNode, pod: PodRecord): object {
  const startTime = toSecondTime(pod.boundAtMs);
  if (pod.plan.admission !== undefined) {
    return {
      phase: 'Failed',
      message: pod.message,
      reason: pod.reason,
      startTime,
      qosClass: qosClass(pod),
    };
  }
  const inits = pod.containers.filter((container) => container.type !== 'app');
  const apps = pod.containers.filter((container) => container.type === 'app');
  const ip = pod.sandbox?.ip ?? '';
  return {
    phase: phaseOf(pod),
    conditions: conditionsOf(pod),
    ...(ip === '' ? {} : { podIP: ip, podIPs: [{ ip }] }),
    startTime,
    ...(inits.length > 0
      ? { initContainerStatuses: inits.map((one) => containerStatus(node, pod, one)) }
      : {}),
    containerStatuses: apps.map((one) => containerStatus(node, pod, one)),
    qosClass: qosClass(pod),
    resources: {},
  };
}

/** Pending until every app container has started once, as kubelet counts. */
function phaseOf(pod: PodRecord): string {
  if (pod.phase !== 'Running' && pod.phase !== 'Pending') return pod.phase;
  const apps = pod.containers.filter((container) => container.type === 'app');
  return apps.every((one) => one.current !== null || one.last !== null) ? 'Running' : 'Pending';
}

function conditionsOf(pod: PodRecord): object[] {
  const isInitialized = pod.containers.every(
    (container) => container.type !== 'init' || container.last?.exitCode === 0,
  );
  const isCompleted = pod.phase === 'Succeeded';
  const unready = pod.containers.filter((one) => one.type === 'app' && !one.isReady);
  const isReady = unready.length === 0 && !isCompleted;
  const because = isCompleted
    ? { reason: 'PodCompleted' }
    : {
        reason: 'ContainersNotReady',
        message: `containers with unready status: [${unready.map((one) => one.plan.name).join(' ')}]`,
      };
  const condition = (type: string, isTrue: boolean, atMs: number, extra: object = {}): object => ({
    type,
    status: isTrue ? 'True' : 'False',
    lastProbeTime: null,
    lastTransitionTime: toSecondTime(atMs),
    ...(isTrue ? {} : extra),
  });
  return [
    condition('PodReadyToStartContainers', pod.sandbox?.isReady === true, pod.boundAtMs),
    condition('Initialized', isInitialized, pod.boundAtMs, { reason: 'ContainersNotInitialized' }),
    condition('Ready', isReady, pod.readyChangedAtMs, because),
    condition('ContainersReady', isReady, pod.readyChangedAtMs, because),
    condition('PodScheduled', true, pod.boundAtMs),
  ];
}

function containerStatus(node: SimNode, pod: PodRecord, container: ContainerRecord): object {
  const { plan, current } = container;
  const hasRun = current !== null;
  const { host, repository } = splitImage(plan.image);
  return {
    name: plan.name,
    state: stateOf(node, pod, container),
    lastState: lastStateOf(node, container),
    ready: container.type === 'init' ? container.last?.exitCode === 0 : container.isReady,
    restartCount: container.restartCount,
    image: plan.image,
    imageID: hasRun ? `${host}/${repository}@${current.image.digest}` : '',
    ...(hasRun ? { containerID: `${node.dress.idScheme}://${current.id}` } : {}),
    started: current?.state === 'running',
  };
}

function stateOf(node: SimNode, pod: PodRecord, container: ContainerRecord): object {
  const { current, waiting, last } = container;
  if (current?.state === 'running') {
    return { running: { startedAt: toSecondTime(current.startedAtMs) } };
  }
  if (waiting !== null) return { waiting };
  if (last !== null) return { terminated: terminated(node, last) };
  const hasInits = pod.containers.some((one) => one.type !== 'app');
  return { waiting: { reason: hasInits ? 'PodInitializing' : 'ContainerCreating' } };
}

/** lastState is the end before the present state; a container that just ended shows its end as the state itself. */
function lastStateOf(node: SimNode, container: ContainerRecord): object {
  const { current, waiting, last } = container;
  if (last === null || (current?.state !== 'running' && waiting === null)) return {};
  return { terminated: terminated(node, last) };
}

function terminated(node: SimNode, end: TerminatedRecord): object {
  return {
    exitCode: end.exitCode,
    reason: end.reason,
    ...(end.message === '' ? {} : { message: end.message }),
    startedAt: toSecondTime(end.startedAtMs),
    finishedAt: toSecondTime(end.finishedAtMs),
    containerID: `${node.dress.idScheme}://${end.containerId}`,
  };
}
