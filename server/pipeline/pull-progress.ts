import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { SourceName } from '../contract/node-status.ts';
import type { Ingest } from '../contract/runtime-objects.ts';
import { quote, quoteCall } from './evidence.ts';
import type { ContainerView, PodView, StageResult } from './pod-view.ts';
import { cell, FLOOR_MS, isLongerThan } from './stage-result.ts';
import { byteWords } from './time.ts';

/** Reason words of this tool for waits that no program names. */
export const PULL_STALLED = 'PullStalled';
export const PULL_QUEUED = 'PullQueued';

interface Progress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  /** When a byte last moved, null when none did. */
  readonly movedAtMs: number | null;
  readonly evidence: Evidence;
}

/**
 * Blobs written since the pull began. With several pulls at once they cannot be told apart: then their sum stands for
 * each, so a hung pull beside a moving one is called hung later than it is.
 */
function progressOf(
  ingests: readonly Ingest[] | null,
  call: CallRecord,
  nowMs: number,
): Progress | null {
  if (ingests === null) return null;
  const beganAtMs = call.beganAtMs ?? 0;
  const own = ingests.filter((item) => (item.startedAtMs ?? nowMs) >= beganAtMs - 1_000);
  let doneBytes = 0;
  let totalBytes = 0;
  let movedAtMs: number | null = null;
  for (const item of own) {
    doneBytes += item.offsetBytes;
    totalBytes += item.totalBytes;
    if (item.offsetBytes > 0) movedAtMs = Math.max(movedAtMs ?? 0, item.updatedAtMs ?? 0);
  }
  const text =
    own.length === 0
      ? 'no blob is being written'
      : `${own.length} ${own.length === 1 ? 'blob' : 'blobs'} being written, ${byteWords(doneBytes)} of ${byteWords(totalBytes)}`;
  return {
    doneBytes,
    totalBytes,
    movedAtMs,
    evidence: quote('containerd', 'Content.ListStatuses', nowMs, text),
  };
}

function progressWords(progress: Progress | null): string | null {
  if (progress === null || progress.totalBytes === 0) return null;
  return `${byteWords(progress.doneBytes)} of ${byteWords(progress.totalBytes)}`;
}

function witnesses(container: ContainerView): Evidence[] {
  const list: Evidence[] = [];
  if (container.waiting !== null) list.push(container.waiting.evidence);
  if (container.pullBasis !== null) list.push(container.pullBasis);
  return list;
}

/** No byte moved for longer than a pull may rest; where bytes cannot be seen the limit is longer. */
function isStalled(progress: Progress | null, call: CallRecord, nowMs: number): boolean {
  if (progress === null) return isLongerThan(call.beganAtMs, FLOOR_MS.pullUnseen, nowMs);
  const movedAtMs = Math.max(progress.movedAtMs ?? 0, call.beganAtMs ?? 0);
  return isLongerThan(movedAtMs, FLOOR_MS.pull, nowMs);
}

/**
 * PullImage began and did not end. It counts as in flight with a second witness: kubelet still waits, or the content
 * store was asked. Accepted: unpacking writes no blobs, so an unpack longer than the floor reads as stalled.
 */
export function runningPull(
  view: PodView,
  container: ContainerView,
  call: CallRecord,
  nowMs: number,
): StageResult {
  const progress = progressOf(view.node.ingests, call, nowMs);
  const seen = witnesses(container);
  const evidence = [quoteCall(call), ...(progress === null ? [] : [progress.evidence]), ...seen];
  const given = { evidence, sinceMs: call.beganAtMs, startedAtMs: call.beganAtMs };
  const isKubeletWaiting = container.waiting !== null;
  if (call.doubt !== undefined || (!isKubeletWaiting && progress === null)) {
    const isYoung = !isLongerThan(call.beganAtMs, FLOOR_MS.pull, nowMs);
    if (isYoung && call.doubt === undefined) {
      return cell(['pull', container.name], 'running', 'pulling', {
        ...given,
        detail: container.image,
      });
    }
    const needs: SourceName[] = view.node.has.kubelet ? ['containerd'] : ['kubelet'];
    const detail = call.doubt ?? container.image;
    return cell(['pull', container.name], 'unknown', 'no end logged', { ...given, detail, needs });
  }
  const isOverdue = isStalled(progress, call, nowMs);
  const words = progressWords(progress);
  return cell(['pull', container.name], 'running', isOverdue ? 'stalled' : 'pulling', {
    ...given,
    detail: words ?? container.image,
    isOverdue,
    reason: isOverdue ? PULL_STALLED : null,
  });
}

function blockerOf(view: PodView, container: ContainerView): CallRecord | null {
  const own = new Set(container.pulls);
  return view.node.openPulls.find((call) => !own.has(call) && call.doubt === undefined) ?? null;
}

/** No pull of this image has begun: kubelet pulls one image at a time by default, so another pull may stand before it. */
export function queuedPull(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const sandbox = view.sandboxes[0];
  const sinceMs = sandbox?.createdAtMs ?? null;
  const isKnownToWait = container.waiting !== null;
  const blocker = blockerOf(view, container);
  const seen = witnesses(container);
  const given = { sinceMs, startedAtMs: sinceMs, detail: container.image };
  const isLong = isLongerThan(sinceMs, FLOOR_MS.pull, nowMs);
  if (blocker !== null && isKnownToWait) {
    return cell(['pull', container.name], 'running', 'queued', {
      ...given,
      detail: `behind ${blocker.imageRef}`,
      evidence: [...seen, quoteCall(blocker)],
      isOverdue: isLong,
      reason: PULL_QUEUED,
    });
  }
  if (!isLong || (isKnownToWait && view.node.has['runtime-log'])) {
    const text = 'no PullImage of this image is logged';
    const log = view.node.has['runtime-log']
      ? [quote('runtime-log', 'PullImage', nowMs, text)]
      : [];
    return cell(['pull', container.name], 'running', 'waiting', {
      ...given,
      evidence: [...seen, ...log],
      isOverdue: isLong,
    });
  }
  const needs: SourceName[] = [];
  if (!view.node.has['runtime-log']) needs.push('runtime-log');
  if (!isKnownToWait) needs.push('kubelet');
  return cell(['pull', container.name], 'unknown', 'not told', { ...given, evidence: seen, needs });
}
