import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord } from '../contract/journal.ts';
import type { SourceName } from '../contract/node-status.ts';
import { quote, quoteCall } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import { looseActivity, type MeasuredPull, measurePull, unseenProgress } from './measure-pull.ts';
import type { ContainerView, PodView, StageResult } from './pod-view.ts';
import { limitMs } from './stage-limits.ts';
import { cell, FLOOR_MS, isLongerThan } from './stage-result.ts';
import { iso } from './time.ts';

/** Reason words of this tool for waits that no program names. */
export const PULL_STALLED = 'PullStalled';
export const PULL_QUEUED = 'PullQueued';
const UNPACK_SLOW = 'UnpackSlow';

/** What the content store shows of this call's image; null where the runtime does not tell. */
function measured(view: PodView, call: CallRecord, nowMs: number): MeasuredPull | null {
  const { pulling, ingests } = view.node;
  const imageRef = call.imageRef ?? '';
  const known = pulling.activities?.get(normalizeImage(imageRef));
  if (known !== undefined) return measurePull(known, call.beganAtMs, nowMs);
  if (ingests === null) return null;
  const loose = looseActivity(imageRef, ingests, call.beganAtMs ?? 0, nowMs);
  return measurePull(loose, call.beganAtMs, nowMs);
}

function witnesses(view: PodView, container: ContainerView): Evidence[] {
  const list: Evidence[] = [];
  if (container.waiting !== null) list.push(container.waiting.evidence);
  if (container.pullBasis !== null) list.push(container.pullBasis);
  const intent = view.node.pulling.intents?.get(normalizeImage(container.image ?? ''));
  if (intent !== undefined) {
    const text = `kubelet notes that it pulls ${intent.image}`;
    list.push(quote('host', intent.path, intent.sinceMs, text));
  }
  return list;
}

/** Bytes that come in for this very image: proof enough that the pull goes on, whatever the log lost. */
function isSeenMoving(pull: MeasuredPull | null): boolean {
  const { layers = [], stalledSince = null } = pull?.progress ?? {};
  return stalledSince === null && layers.some((layer) => layer.state === 'downloading');
}

/**
 * PullImage began and did not end. It counts as in flight with a second witness: kubelet still waits, or the content
 * store was asked.
 */
export function runningPull(
  view: PodView,
  container: ContainerView,
  call: CallRecord,
  nowMs: number,
): StageResult {
  const pull = measured(view, call, nowMs);
  const seen = witnesses(view, container);
  const evidence = [quoteCall(call), ...(pull === null ? [] : [pull.evidence]), ...seen];
  const given = { evidence, sinceMs: call.beganAtMs, startedAtMs: call.beganAtMs };
  const isDoubtful = call.doubt !== undefined && !isSeenMoving(pull);
  if (isDoubtful || (container.waiting === null && pull === null)) {
    const isYoung = !isLongerThan(call.beganAtMs, FLOOR_MS.pull, nowMs);
    if (isYoung && call.doubt === undefined) {
      return cell(['pull', container.name], 'running', 'pulling', {
        ...given,
        detail: container.image,
        progress: unseenProgress('unseen'),
      });
    }
    const needs: SourceName[] = view.node.has.kubelet ? ['containerd'] : ['kubelet'];
    const detail = call.doubt ?? container.image;
    return cell(['pull', container.name], 'unknown', 'no end logged', { ...given, detail, needs });
  }
  if (pull === null) return unseenPull(container, call, { view, given, nowMs });
  return measuredCell(container, pull, given);
}

interface UnseenContext {
  readonly view: PodView;
  readonly given: Partial<StageResult>;
  readonly nowMs: number;
}

/** Bytes cannot be seen: only time tells. */
function unseenPull(
  container: ContainerView,
  call: CallRecord,
  { view, given, nowMs }: UnseenContext,
): StageResult {
  const limit = limitMs(view.node, 'pullUnseen');
  const isOverdue = isLongerThan(call.beganAtMs, limit, nowMs);
  return cell(['pull', container.name], 'running', isOverdue ? 'stalled' : 'pulling', {
    ...given,
    detail: container.image,
    isOverdue,
    reason: isOverdue ? PULL_STALLED : null,
    progress: unseenProgress('unseen'),
  });
}

function measuredCell(
  container: ContainerView,
  pull: MeasuredPull,
  given: Partial<StageResult>,
): StageResult {
  const { isOverdue, progress } = pull;
  const isUnpacking = progress.phase === 'unpacking';
  const word = isUnpacking ? 'unpacking' : isOverdue ? 'stalled' : 'pulling';
  const reason = isUnpacking ? UNPACK_SLOW : PULL_STALLED;
  return cell(['pull', container.name], 'running', word, {
    ...given,
    detail: pull.detail ?? container.image,
    isOverdue,
    reason: isOverdue ? reason : null,
    progress,
  });
}

/** Blobs of this image come in although no call of it is known: the runtime's log cannot be read. */
function pullWithoutCall(
  view: PodView,
  container: ContainerView,
  nowMs: number,
): StageResult | null {
  const activity = view.node.pulling.activities?.get(normalizeImage(container.image ?? ''));
  const isOwn = activity !== undefined && !activity.isShared && activity.manifestDigest !== null;
  if (!isOwn || !activity.layers.some((layer) => layer.state === 'downloading')) return null;
  const starts = activity.layers.map((layer) => layer.startedAtMs).filter((atMs) => atMs !== null);
  const beganAtMs = starts.length === 0 ? null : Math.min(...starts);
  const pull = measurePull(activity, beganAtMs, nowMs);
  const evidence = [pull.evidence, ...witnesses(view, container)];
  return measuredCell(container, pull, { evidence, sinceMs: beganAtMs, startedAtMs: beganAtMs });
}

/** The pull that kubelet lets go first; null where it lets more run at once than there are. */
function blockerOf(view: PodView, container: ContainerView): CallRecord | null {
  const own = new Set(container.pulls);
  const { openPulls, pulling } = view.node;
  const others = openPulls.filter((call) => !own.has(call) && call.doubt === undefined);
  if (pulling.maxAtOnce === null || others.length < pulling.maxAtOnce) return null;
  return others[0] ?? null;
}

/** No pull of this image has begun: kubelet pulls one image at a time by default, so another pull may stand before it. */
export function queuedPull(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const unlogged = pullWithoutCall(view, container, nowMs);
  if (unlogged !== null) return unlogged;
  const sandbox = view.sandboxes[0];
  const sinceMs = sandbox?.createdAtMs ?? null;
  const isKnownToWait = container.waiting !== null;
  const blocker = blockerOf(view, container);
  const seen = witnesses(view, container);
  const given = { sinceMs, startedAtMs: sinceMs, detail: container.image };
  const isLong = isLongerThan(sinceMs, FLOOR_MS.pull, nowMs);
  if (blocker !== null && isKnownToWait) {
    const image = blocker.imageRef ?? 'another image';
    const pod = view.node.pulling.waitingPods.get(normalizeImage(image)) ?? null;
    return cell(['pull', container.name], 'running', 'queued', {
      ...given,
      detail: `behind ${image}`,
      evidence: [...seen, quoteCall(blocker)],
      isOverdue: isLong,
      reason: PULL_QUEUED,
      progress: {
        ...unseenProgress('queued'),
        queuedBehind: { image, pod, since: iso(blocker.beganAtMs) },
      },
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
