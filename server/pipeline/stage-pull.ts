import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord } from '../contract/journal.ts';
import { clueOfCall, needsForError } from './call-clue.ts';
import { durationOf, failingTries, heardAtMs, lastTelling, seriesSinceMs } from './call-facts.ts';
import { quote, quoteCall, shortId } from './evidence.ts';
import { normalizeImage } from './image-ref.ts';
import { clueOf, lastSyncError, stageOfReason } from './kubelet-lines.ts';
import type { Clue, ContainerView, PodView, StageResult } from './pod-view.ts';
import { queuedPull, runningPull } from './pull-progress.ts';
import { cell } from './stage-result.ts';

type At = readonly ['pull', string];

function seriesOf(container: ContainerView): Partial<StageResult> {
  const last = lastTelling(container.pulls);
  const tries = failingTries(container.pulls);
  return {
    startedAtMs: last?.beganAtMs ?? null,
    durationMs: durationOf(last),
    attempt: tries > 0 ? tries - 1 : null,
    sinceMs: seriesSinceMs(container.pulls),
  };
}

/** "Back-off pulling image" of older kubelets tells no reason: then the call's own line comes first. */
function isBare(text: string): boolean {
  return /^Back-off pulling image "[^"]*"$/.test(text.trim());
}

function failedByKubelet(
  view: PodView,
  container: ContainerView,
  nowMs: number,
): StageResult | null {
  const { waiting } = container;
  if (waiting === null || stageOfReason(waiting.reason) !== 'pull') return null;
  const call = container.pulls.findLast((item) => item.outcome === 'failed') ?? null;
  const clues: Clue[] = [
    { text: waiting.message || waiting.reason, evidence: waiting.evidence },
    ...(call === null ? [] : [clueOfCall(call)]),
  ];
  if (isBare(waiting.message)) {
    const error = lastSyncError(view, nowMs, (item) => item.stage === 'pull' && !isBare(item.text));
    clues.reverse();
    if (error !== null) clues.unshift(clueOf(error));
  }
  const series = seriesOf(container);
  return cell(['pull', container.name], 'failed', 'failed', {
    ...series,
    sinceMs: series.sinceMs ?? view.sandboxes[0]?.createdAtMs ?? view.kubelet?.startedAtMs ?? null,
    detail: container.image,
    clues,
    evidence: clues.map((item) => item.evidence),
    reason: waiting.reason,
  });
}

function failedByCall(view: PodView, container: ContainerView, call: CallRecord): StageResult {
  const clue: Clue = clueOfCall(call);
  const evidence = [clue.evidence];
  if (container.pullBasis !== null) evidence.push(container.pullBasis);
  return cell(['pull', container.name], 'failed', 'failed', {
    ...seriesOf(container),
    detail: container.image,
    clues: [clue],
    evidence,
    reason: 'ErrImagePull',
    needs: needsForError(view, [clue]),
  });
}

/** The pull that brought the image of a container that exists: it ended before the record was made. */
function pullBefore(container: ContainerView, beforeMs: number | null): CallRecord | null {
  return (
    container.pulls.findLast(
      (call) => call.outcome === 'ok' && (beforeMs === null || heardAtMs(call) <= beforeMs + 1_000),
    ) ?? null
  );
}

function done(
  at: At,
  container: ContainerView,
  call: CallRecord | null,
  proof: Evidence[],
): StageResult {
  if (call === null) {
    return cell(at, 'skipped', 'present', { detail: container.image, evidence: proof });
  }
  return cell(at, 'ok', 'pulled', {
    detail: container.image,
    startedAtMs: call.beganAtMs,
    durationMs: durationOf(call),
    evidence: [quoteCall(call)],
  });
}

function proofOfRecord(container: ContainerView): Evidence[] {
  const { record, creates, kubelet } = container;
  if (record !== null) {
    const where = `ListContainers ${shortId(record.id)}`;
    return [
      quote(
        'cri',
        where,
        record.createdAtMs,
        `${record.name} attempt ${record.attempt}, ${record.state}`,
      ),
    ];
  }
  const create = creates.at(-1);
  if (create !== undefined) return [quoteCall(create)];
  if (kubelet?.state.kind === 'terminated') {
    const where = `GET /pods containerStatuses[${container.name}].state.terminated`;
    return [quote('kubelet', where, kubelet.state.finishedAtMs, `exit ${kubelet.state.exitCode}`)];
  }
  return [];
}

function isBeyondPull(container: ContainerView): boolean {
  const { record, creates, kubelet } = container;
  if (record !== null || creates.length > 0) return true;
  const state = kubelet?.state;
  if (state?.kind === 'terminated' || state?.kind === 'running') return true;
  const stage = container.waiting === null ? null : stageOfReason(container.waiting.reason);
  return stage === 'create' || stage === 'start' || stage === 'run';
}

/** A pull that failed after the newest record ended: a restart that does not get its image again. */
function failedAgain(container: ContainerView): CallRecord | null {
  const { record, status, kubelet } = container;
  if (kubelet !== null || record?.state !== 'exited') return null;
  const last = lastTelling(container.pulls);
  const endedAtMs = status?.finishedAtMs ?? record.createdAtMs ?? 0;
  return last?.outcome === 'failed' && heardAtMs(last) > endedAtMs ? last : null;
}

function isPresent(view: PodView, container: ContainerView): boolean {
  if (view.node.presentImages === null || container.image === null) return false;
  return view.node.presentImages.has(normalizeImage(container.image));
}

function quotePresent(container: ContainerView, nowMs: number): Evidence {
  return quote('cri', 'ListImages', nowMs, `${container.image} is present`);
}

/** Neither record nor call: kubelet is about to pull, waits its turn, or failed where only it can tell. */
function nothingYet(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const at: At = ['pull', container.name];
  if (!view.node.has.cri) return cell(at, 'unknown', 'not told', { needs: ['cri'] });
  const policy = container.kubelet?.imagePullPolicy ?? container.declared?.imagePullPolicy;
  const isAlways = policy === 'Always';
  if (isPresent(view, container) && !isAlways)
    return done(at, container, null, [quotePresent(container, nowMs)]);
  return queuedPull(view, container, nowMs);
}

/** PullImage of one container, or its absence where the image is present. */
export function pullStage(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const byKubelet = failedByKubelet(view, container, nowMs);
  if (byKubelet !== null) return byKubelet;
  const again = failedAgain(container);
  if (again !== null) return failedByCall(view, container, again);
  const at: At = ['pull', container.name];
  if (isBeyondPull(container)) {
    const beforeMs = container.record?.createdAtMs ?? container.creates[0]?.beganAtMs ?? null;
    return done(at, container, pullBefore(container, beforeMs), proofOfRecord(container));
  }
  const last = lastTelling(container.pulls);
  if (last?.outcome === 'failed') return failedByCall(view, container, last);
  if (last?.outcome === 'open') return runningPull(view, container, last, nowMs);
  if (last?.outcome === 'ok') return done(at, container, last, []);
  return nothingYet(view, container, nowMs);
}
