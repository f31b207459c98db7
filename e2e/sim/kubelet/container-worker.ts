import type { Work } from '../engine/scheduler.ts';
import { toGoDuration } from '../files/time-text.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer } from '../model/objects.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';
import { podTag } from '../model/pod-record.ts';
import { exitContainer } from '../runtime/container-calls.ts';
import { watchProbes } from './probes.ts';
import { tryContainer } from './start-container.ts';
import { logPleg, logStartError, syncPause, type WaitingReason } from './sync-errors.ts';

/** kubelet's back-off, for images and for restarts: 10 s, doubled up to 5 minutes. */
const BACKOFF_FIRST_MS = 10_000;
const BACKOFF_LAST_MS = 300_000;

/** The error itself stands in the status for one sync before the back-off does. */
const IMAGE_BACKOFF_SHOWS_MS = 2500;

/**
 * Brings one container up and keeps it up, as kubelet does, until it is done for good, runs with nothing more to
 * watch, or its pod goes away.
 */
export function* containerWorker(node: SimNode, pod: PodRecord, container: ContainerRecord): Work {
  let imageBackoffMs = BACKOFF_FIRST_MS;
  let crashBackoffMs = BACKOFF_FIRST_MS;
  while (pod.deletionAtMs === null) {
    const result = yield* tryContainer(node, pod, container);
    container.isTried = true;
    if (result.kind === 'not-created') {
      yield syncPause(node);
      continue;
    }
    if (result.kind === 'no-image') {
      const message = `Back-off pulling image "${container.plan.image}": ErrImagePull: ${result.message}`;
      container.waiting = { reason: 'ErrImagePull', message: result.message };
      yield IMAGE_BACKOFF_SHOWS_MS;
      const why = { reason: 'ImagePullBackOff', message };
      yield* backOff(node, pod, container, { ...why, durationMs: imageBackoffMs });
      imageBackoffMs = Math.min(BACKOFF_LAST_MS, imageBackoffMs * 2);
      continue;
    }
    if (result.kind === 'running') {
      const end = yield* runContainer(node, pod, container, result.container);
      if (end === 'left-running') return;
    }
    rememberEnd(node, pod, container, result.container);
    if (isForGood(pod, container, result.container)) {
      container.isDone = true;
      return;
    }
    const message = `back-off ${toGoDuration(crashBackoffMs)} restarting failed container=${container.plan.name} pod=${podTag(pod)}`;
    const why = { reason: 'CrashLoopBackOff', message };
    yield* backOff(node, pod, container, { ...why, durationMs: crashBackoffMs });
    crashBackoffMs = Math.min(BACKOFF_LAST_MS, crashBackoffMs * 2);
  }
}

/** Waits, and writes the line that kubelet writes at each sync in between. */
function* backOff(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  why: WaitingReason & { readonly durationMs: number },
): Work {
  const { reason, message } = why;
  let leftMs = why.durationMs;
  while (leftMs > 0 && pod.deletionAtMs === null) {
    container.waiting = { reason, message };
    logStartError(node, pod, container, why);
    const pauseMs = Math.min(leftMs, syncPause(node));
    yield pauseMs;
    leftMs -= pauseMs;
  }
}

/** Lets a container run to its end; 'left-running' when nobody waits for that. */
function* runContainer(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  record: SimContainer,
): Work<'ended' | 'left-running'> {
  const { plan } = container;
  const stream = plan.isLogStderr === true ? 'stderr' : 'stdout';
  for (const line of plan.log ?? []) {
    node.podLogs.write(record, node.clock.now(), stream, line);
    yield node.random.between(2, 40);
  }
  const run = plan.run ?? { kind: 'runs' };
  if (run.kind === 'exits') {
    yield run.afterMs;
    if (record.state !== 'running') return 'left-running';
    exitContainer(node, record, run);
    return 'ended';
  }
  return yield* watchProbes(node, pod, container, record);
}

/** What kubelet notes when PLEG sees a container dead. */
function rememberEnd(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  record: SimContainer,
): void {
  const run = container.plan.run;
  container.isReady = false;
  container.last = {
    exitCode: record.exitCode,
    reason: record.reason,
    message: record.message || (run?.kind === 'exits' ? (run.terminationMessage ?? '') : ''),
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

function isForGood(pod: PodRecord, container: ContainerRecord, record: SimContainer): boolean {
  const policy = pod.plan.restartPolicy ?? 'Always';
  if (container.type === 'sidecar') return false;
  if (container.type === 'init') return record.exitCode === 0 || policy === 'Never';
  return policy === 'Never' || (policy === 'OnFailure' && record.exitCode === 0);
}
