import type { CallRecord } from '../contract/journal.ts';
import { needsForError } from './call-clue.ts';
import { durationOf, failingTries, lastTelling, seriesSinceMs } from './call-facts.ts';
import { quoteCall } from './evidence.ts';
import { cluesOf, failureBefore } from './first-attempt.ts';
import { clueOf, lastSyncError, stageOfReason } from './kubelet-lines.ts';
import type { Clue, ContainerView, PodView, StageResult } from './pod-view.ts';
import { limitMs } from './stage-limits.ts';
import { cell, isLongerThan } from './stage-result.ts';

function failedCreates(container: ContainerView): CallRecord | null {
  const last = lastTelling(container.creates);
  return last?.outcome === 'failed' ? last : null;
}

function seriesOf(view: PodView, container: ContainerView): Partial<StageResult> {
  const last = lastTelling(container.creates);
  const tries = failingTries(container.creates);
  return {
    startedAtMs: last?.beganAtMs ?? null,
    durationMs: durationOf(last),
    attempt: tries > 0 ? tries - 1 : null,
    sinceMs: seriesSinceMs(container.creates) ?? view.sandboxes[0]?.createdAtMs ?? null,
  };
}

function failedByKubelet(
  view: PodView,
  container: ContainerView,
  nowMs: number,
): StageResult | null {
  const { waiting } = container;
  if (waiting === null || stageOfReason(waiting.reason) !== 'create') return null;
  const clues: Clue[] = [{ text: waiting.message || waiting.reason, evidence: waiting.evidence }];
  const call = failedCreates(container);
  if (call !== null) {
    const told = cluesOf(view, container.creates, call);
    // What kubelet repeats is the last refusal: the attempt before it tells more.
    if (told.first === null) clues.push(...told.clues);
    else clues.unshift(...told.clues);
  }
  const error = lastSyncError(
    view,
    nowMs,
    (item) => item.stage === 'create' && item.container === container.name,
  );
  if (error !== null) clues.push(clueOf(error));
  return cell(['create', container.name], 'failed', 'failed', {
    ...seriesOf(view, container),
    clues,
    evidence: clues.slice(0, 2).map((item) => item.evidence),
    reason: waiting.reason,
  });
}

function failedByCall(view: PodView, container: ContainerView, call: CallRecord): StageResult {
  const { clues, first } = cluesOf(view, container.creates, call);
  return cell(['create', container.name], 'failed', 'failed', {
    ...seriesOf(view, container),
    clues,
    evidence: clues.slice(0, first === null ? 1 : 2).map((item) => item.evidence),
    reason: 'CreateContainerError',
    needs: needsForError(view, clues),
  });
}

function isFailedAfterRecord(container: ContainerView, call: CallRecord): boolean {
  return container.record === null || (call.container?.attempt ?? 0) > container.record.attempt;
}

function created(container: ContainerView): StageResult {
  const { record } = container;
  const call =
    record === null
      ? null
      : (container.creates.find((item) => item.containerId === record.id) ?? null);
  return cell(['create', container.name], 'ok', 'created', {
    startedAtMs: call?.beganAtMs ?? record?.createdAtMs ?? null,
    durationMs: durationOf(call),
    attempt: record?.attempt ?? null,
  });
}

function hasBeenCreated(container: ContainerView): boolean {
  if (container.record !== null) return true;
  const state = container.kubelet?.state;
  if (state?.kind === 'terminated' || state?.kind === 'running') return true;
  const stage = container.waiting === null ? null : stageOfReason(container.waiting.reason);
  return stage === 'start' || stage === 'run';
}

function pending(
  view: PodView,
  container: ContainerView,
  pulled: StageResult,
  nowMs: number,
): StageResult {
  const open = lastTelling(container.creates);
  const pulledAtMs =
    pulled.startedAtMs === null ? null : pulled.startedAtMs + (pulled.durationMs ?? 0);
  const sinceMs = open?.beganAtMs ?? pulledAtMs ?? view.sandboxes[0]?.createdAtMs ?? null;
  const { waiting } = container;
  const evidence = [
    ...(open === null ? [] : [quoteCall(open)]),
    ...(waiting === null ? [] : [waiting.evidence]),
    ...pulled.evidence,
  ];
  const isOverdue = isLongerThan(sinceMs, limitMs(view.node, 'create'), nowMs);
  const given = { sinceMs, startedAtMs: open?.beganAtMs ?? null, evidence };
  const isUnwitnessed = container.kubelet === null && (open === null || open.doubt !== undefined);
  if (isOverdue && isUnwitnessed) {
    return cell(['create', container.name], 'unknown', 'not told', {
      ...given,
      needs: ['kubelet'],
    });
  }
  return cell(['create', container.name], 'running', open === null ? 'waiting' : 'in flight', {
    ...given,
    isOverdue,
  });
}

/** A new try of what has failed before is no news while it is young. */
function triedAgain(view: PodView, container: ContainerView, nowMs: number): StageResult | null {
  const open = lastTelling(container.creates);
  if (open?.outcome !== 'open' || open.doubt !== undefined) return null;
  if (isLongerThan(open.beganAtMs, limitMs(view.node, 'create'), nowMs)) return null;
  const failure = failureBefore(container.creates, open);
  return failure === null ? null : failedByCall(view, container, failure);
}

/** CreateContainer of one container: a failed one leaves no record, so the log or kubelet must tell. */
export function createStage(
  view: PodView,
  container: ContainerView,
  pulled: StageResult,
  nowMs: number,
): StageResult {
  const byKubelet = failedByKubelet(view, container, nowMs);
  if (byKubelet !== null) return byKubelet;
  const call = failedCreates(container);
  if (call !== null && isFailedAfterRecord(container, call))
    return failedByCall(view, container, call);
  if (hasBeenCreated(container)) return created(container);
  return triedAgain(view, container, nowMs) ?? pending(view, container, pulled, nowMs);
}
