import { type Work, waitFor } from '../engine/scheduler.ts';
import { goQuote } from '../files/go-quote.ts';
import type { SimNode } from '../model/node.ts';
import { printRpcError } from '../model/objects.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';
import { podRef, podTag } from '../model/pod-record.ts';
import type { AdmissionFault } from '../model/scenario.ts';
import { runPodSandbox, stopPodSandbox } from '../runtime/sandbox-calls.ts';
import { containerWorker } from './container-worker.ts';
import { cgroupParent, logDirectory, sandboxMarks } from './pod-identity.ts';
import { logPleg, logSyncError, syncPause } from './sync-errors.ts';
import { mountFails } from './volumes.ts';

/** How often the pod worker looks whether the next container may begin. */
const LOOK_AGAIN_MS = 1000;

/** One pod from its binding on: admission, volumes, sandbox, containers in their order, completion. */
export function* podWorker(node: SimNode, pod: PodRecord): Work {
  node.kubeletLog.info('kubelet.go:2724', 'SyncLoop ADD', {
    source: pod.plan.isStatic === true ? 'file' : 'api',
    pods: { raw: JSON.stringify([podRef(pod)]) },
  });
  if (pod.plan.admission !== undefined) {
    reject(node, pod, pod.plan.admission);
    return;
  }
  yield node.random.between(20, 120);
  if (pod.plan.volume !== undefined) yield* mountFails(node, pod, pod.plan.volume);
  node.kubeletLog.info('util.go:34', 'No sandbox for pod can be found. Need to start a new one', {
    pod: podRef(pod),
  });
  yield* ensureSandbox(node, pod);
  for (const container of pod.containers) {
    node.clock.spawn(containerWorker(node, pod, container));
    yield* waitFor(() => mayGoOn(pod, container), LOOK_AGAIN_MS);
    if (container.type === 'init' && container.last?.exitCode !== 0) return;
  }
  pod.phase = 'Running';
  pod.readyChangedAtMs = node.clock.now();
  if (pod.plan.restartPolicy === 'Never' || pod.plan.restartPolicy === 'OnFailure') {
    yield* complete(node, pod);
  }
}

/** An init container must be done, a sidecar must run, an app container must only have been tried. */
function mayGoOn(pod: PodRecord, container: ContainerRecord): boolean {
  if (pod.deletionAtMs !== null) return true;
  if (container.type === 'init') return container.isDone;
  if (container.type === 'sidecar') return container.current?.state === 'running';
  return container.isTried;
}

const REJECTIONS: Readonly<Record<AdmissionFault, { reason: string; message: string }>> = {
  'out-of-cpu': {
    reason: 'OutOfcpu',
    message: "Node didn't have enough resource: cpu, requested: 62000, used: 2350, capacity: 8000",
  },
  'host-port': {
    reason: 'NodePorts',
    message:
      "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  },
};

function reject(node: SimNode, pod: PodRecord, fault: AdmissionFault): void {
  const { reason, message } = REJECTIONS[fault];
  pod.phase = 'Failed';
  pod.reason = reason;
  pod.message = `Pod was rejected: ${message}`;
  node.kubeletLog.info('predicate.go:220', 'Predicate failed on Pod', {
    pod: podRef(pod),
    err: message,
  });
  node.kubeletLog.info('allocation_manager.go:619', 'Pod admission denied', {
    podUID: pod.uid,
    pod: podRef(pod),
    reason,
    message,
    operation: 'add',
  });
}

/** Makes the pod's sandbox, again and again until there is one. */
export function* ensureSandbox(node: SimNode, pod: PodRecord): Work {
  while (pod.sandbox === null && pod.deletionAtMs === null) {
    const isCniGone = node.clock.now() >= (node.cniMissingSinceMs ?? Number.POSITIVE_INFINITY);
    if (isCniGone && pod.plan.hostNetwork !== true) {
      logNetworkNotReady(node, pod);
      yield node.random.between(1900, 2300);
      continue;
    }
    node.podLogs.makePodDirectory(logDirectory(pod));
    const result = yield* runPodSandbox(node, {
      ...sandboxMarks(pod),
      namespace: pod.plan.namespace,
      name: pod.plan.name,
      uid: pod.uid,
      attempt: pod.sandboxAttempt,
      runtimeHandler: pod.plan.runtimeClassName ?? '',
      isHostNetwork: pod.plan.hostNetwork === true,
      logDirectory: logDirectory(pod),
      cgroupParent: cgroupParent(pod),
      fault: pod.plan.sandbox ?? null,
    });
    if (result.ok) {
      pod.sandbox = result.value;
      logPleg(node, pod, 'ContainerStarted', result.value.id);
      return;
    }
    logSandboxFailure(node, pod, printRpcError(result.error));
    yield syncPause(node);
  }
}

/** What kubelet says of every pod, running ones too, while the runtime reports NetworkReady=false. */
export function logNetworkNotReady(node: SimNode, pod: PodRecord): void {
  logSyncError(
    node,
    pod,
    `network is not ready: container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:${node.dress.cniNotReadyMessage}`,
  );
}

function logSandboxFailure(node: SimNode, pod: PodRecord, err: string): void {
  node.kubeletLog.error('remote_runtime.go:237', 'RunPodSandbox from runtime service failed', {
    err,
  });
  const fields = { err, pod: podRef(pod) };
  node.kubeletLog.error('kuberuntime_sandbox.go:70', 'Failed to create sandbox for pod', fields);
  node.kubeletLog.error('kuberuntime_manager.go:1614', 'CreatePodSandbox for pod failed', fields);
  const inner = goQuote(`Failed to create sandbox for pod "${podTag(pod)}": ${err}`);
  logSyncError(
    node,
    pod,
    `failed to "CreatePodSandbox" for "${podTag(pod)}" with CreatePodSandboxError: ${inner}`,
  );
}

/** A pod that is not restarted ends with its containers; kubelet then stops its sandbox. */
function* complete(node: SimNode, pod: PodRecord): Work {
  yield* waitFor(() => pod.containers.every((container) => container.isDone), 1000);
  const hasFailed = pod.containers.some((container) => container.last?.exitCode !== 0);
  pod.phase = hasFailed ? 'Failed' : 'Succeeded';
  pod.readyChangedAtMs = node.clock.now();
  yield node.random.between(1500, 3500);
  if (pod.sandbox !== null) yield* stopPodSandbox(node, pod.sandbox, false);
}
