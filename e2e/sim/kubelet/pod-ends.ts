import type { Work } from '../engine/scheduler.ts';
import { goQuote } from '../files/go-quote.ts';
import type { SimNode } from '../model/node.ts';
import { printRpcError } from '../model/objects.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';
import { podRef } from '../model/pod-record.ts';
import type { DeletionPlan } from '../model/scenario.ts';
import { removeContainer, stopContainer } from '../runtime/container-calls.ts';
import { endSandbox, removePodSandbox, stopPodSandbox } from '../runtime/sandbox-calls.ts';
import { containerWorker } from './container-worker.ts';
import { logDirectory } from './pod-identity.ts';
import { ensureSandbox } from './pod-worker.ts';
import { logKilling } from './probes.ts';
import { logPleg, logSyncError, syncPause } from './sync-errors.ts';

/** How long a polite app takes to end after TERM. */
const TERM_TOOK_MS = 800;

/** Deletes the pod: TERM, grace, StopPodSandbox, removal; how far it comes is the plan's matter. */
export function* deletePod(node: SimNode, pod: PodRecord, plan: DeletionPlan): Work {
  pod.deletionAtMs = node.clock.now();
  node.kubeletLog.info('kubelet.go:2740', 'SyncLoop DELETE', {
    source: 'api',
    pods: { raw: JSON.stringify([podRef(pod)]) },
  });
  const isDeaf = plan.kind === 'ignores-term';
  for (const container of pod.containers) {
    const record = container.current;
    if (record === null || record.state !== 'running') continue;
    logKilling(node, pod, container.plan.name, record);
    yield* stopContainer(node, record, {
      graceSeconds: plan.graceSeconds,
      tookMs: isDeaf ? plan.graceSeconds * 1000 : TERM_TOOK_MS,
      exitCode: isDeaf ? 137 : 0,
    });
    noteEnd(node, pod, container);
  }
  const sandbox = pod.sandbox;
  if (sandbox === null) return;
  for (;;) {
    const stopped = yield* stopPodSandbox(node, sandbox, plan.kind === 'network');
    if (stopped.ok) break;
    logStopFailure(node, pod, printRpcError(stopped.error));
    yield syncPause(node);
  }
  for (const record of node.store.containersOf(sandbox.id)) yield* removeContainer(node, record);
  yield* removePodSandbox(node, sandbox);
  node.podLogs.removePodDirectory(logDirectory(pod));
  node.pods.delete(pod.uid);
}

function logStopFailure(node: SimNode, pod: PodRecord, err: string): void {
  node.kubeletLog.error('remote_runtime.go:267', 'StopPodSandbox from runtime service failed', {
    err,
    podSandboxID: pod.sandbox?.id ?? '',
  });
  node.kubeletLog.error('kuberuntime_manager.go:1967', 'Failed to stop sandbox', {
    podSandboxID: { raw: JSON.stringify({ Type: node.dress.idScheme, ID: pod.sandbox?.id ?? '' }) },
  });
  logSyncError(
    node,
    pod,
    `error killing terminating pod: failed to "KillPodSandbox" for "${pod.uid}" with KillPodSandboxError: ${goQuote(err)}`,
  );
}

/** The pause process is killed: kubelet ends the containers and makes sandbox attempt 1. */
export function* replaceSandbox(node: SimNode, pod: PodRecord): Work {
  const old = pod.sandbox;
  if (old === null) return;
  endSandbox(node, old);
  yield 900;
  logPleg(node, pod, 'ContainerDied', old.id);
  node.kubeletLog.info(
    'util.go:52',
    'No ready sandbox for pod can be found. Need to start a new one',
    {
      pod: podRef(pod),
    },
  );
  for (const container of pod.containers) {
    const record = container.current;
    if (record === null || record.state !== 'running') continue;
    logKilling(node, pod, container.plan.name, record);
    yield* stopContainer(node, record, { graceSeconds: 30, tookMs: TERM_TOOK_MS, exitCode: 0 });
    noteEnd(node, pod, container);
  }
  yield* stopPodSandbox(node, old, false);
  pod.sandbox = null;
  pod.sandboxAttempt += 1;
  yield* ensureSandbox(node, pod);
  for (const container of pod.containers) node.clock.spawn(containerWorker(node, pod, container));
}

function noteEnd(node: SimNode, pod: PodRecord, container: ContainerRecord): void {
  const record = container.current;
  if (record === null) return;
  container.isReady = false;
  container.last = {
    exitCode: record.exitCode,
    reason: record.reason,
    message: record.message,
    startedAtMs: record.startedAtMs,
    finishedAtMs: record.finishedAtMs,
    containerId: record.id,
  };
  node.kubeletLog.info('generic.go:413', 'Generic (PLEG): container finished', {
    podID: pod.uid,
    containerID: record.id,
    exitCode: { raw: String(record.exitCode) },
  });
  logPleg(node, pod, 'ContainerDied', record.id);
}
