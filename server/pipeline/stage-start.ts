import type { CallRecord } from '../contract/journal.ts';
import { backOffRetryAt } from './back-off.ts';
import { clueOfCall } from './call-clue.ts';
import { durationOf, lastTelling } from './call-facts.ts';
import { quote, quoteCall, shortId } from './evidence.ts';
import { type ExitFacts, exitOf, isStartFailure } from './exit-facts.ts';
import { joinedClues } from './joined-clues.ts';
import { stageOfReason } from './kubelet-lines.ts';
import type { Clue, ContainerView, PodView, StageResult } from './pod-view.ts';
import { limitMs } from './stage-limits.ts';
import { cell, isLongerThan } from './stage-result.ts';

function sinceOf(view: PodView, exit: ExitFacts | null): number | null {
  const readiness = view.kubelet?.conditions.find((item) => item.type === 'Ready');
  const notReadyAtMs = readiness?.status === 'False' ? readiness.changedAtMs : null;
  return notReadyAtMs ?? exit?.finishedAtMs ?? null;
}

function failedByExit(view: PodView, container: ContainerView, exit: ExitFacts): StageResult {
  const call = lastTelling(container.starts);
  const { waiting } = container;
  const clues: Clue[] = [{ text: exit.message || exit.reason, evidence: exit.evidence }];
  if (call?.outcome === 'failed') {
    clues.push(clueOfCall(call), ...joinedClues(view, call));
  }
  const evidence = clues.slice(0, 2).map((item) => item.evidence);
  if (waiting !== null) evidence.push(waiting.evidence);
  return cell(['start', container.name], 'failed', 'failed', {
    startedAtMs: call?.beganAtMs ?? exit.finishedAtMs,
    durationMs: durationOf(call),
    attempt: container.record?.attempt ?? container.kubelet?.restartCount ?? null,
    sinceMs: sinceOf(view, exit),
    nextRetryAtMs: backOffRetryAt(container, exit),
    clues,
    evidence,
    reason: exit.reason,
  });
}

function failedByKubelet(view: PodView, container: ContainerView): StageResult | null {
  const { waiting } = container;
  if (waiting === null || stageOfReason(waiting.reason) !== 'start') return null;
  const call = lastTelling(container.starts);
  const clues: Clue[] = [{ text: waiting.message || waiting.reason, evidence: waiting.evidence }];
  if (call?.outcome === 'failed') clues.push(clueOfCall(call));
  return cell(['start', container.name], 'failed', 'failed', {
    startedAtMs: call?.beganAtMs ?? null,
    attempt: container.record?.attempt ?? container.kubelet?.restartCount ?? null,
    sinceMs: sinceOf(view, null),
    clues,
    evidence: clues.map((item) => item.evidence),
    reason: waiting.reason,
  });
}

function failedByCall(view: PodView, container: ContainerView, call: CallRecord): StageResult {
  const own: Clue = clueOfCall(call);
  return cell(['start', container.name], 'failed', 'failed', {
    startedAtMs: call.beganAtMs,
    durationMs: durationOf(call),
    attempt: container.record?.attempt ?? null,
    sinceMs: call.beganAtMs ?? call.endedAtMs,
    clues: [own, ...joinedClues(view, call)],
    evidence: [own.evidence],
    reason: 'RunContainerError',
  });
}

function started(container: ContainerView): StageResult {
  const call = lastTelling(container.starts);
  const startedAtMs = container.status?.startedAtMs ?? null;
  return cell(['start', container.name], 'ok', 'started', {
    startedAtMs: call?.beganAtMs ?? startedAtMs ?? container.record?.createdAtMs ?? null,
    durationMs: durationOf(call),
    attempt: container.record?.attempt ?? null,
  });
}

function notStarted(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const call = lastTelling(container.starts);
  if (call?.outcome === 'failed') return failedByCall(view, container, call);
  const record = container.record;
  const sinceMs = call?.beganAtMs ?? record?.createdAtMs ?? null;
  const evidence = [];
  if (record !== null) {
    const where = `ListContainers ${shortId(record.id)}`;
    evidence.push(quote('cri', where, record.createdAtMs, `${record.name} CONTAINER_CREATED`));
  }
  if (call !== null) evidence.push(quoteCall(call));
  return cell(['start', container.name], 'running', call === null ? 'waiting' : 'in flight', {
    sinceMs,
    startedAtMs: call?.beganAtMs ?? null,
    evidence,
    isOverdue: isLongerThan(sinceMs, limitMs(view.node, 'start'), nowMs),
  });
}

/** StartContainer of one container: a start that fails leaves an ended record that never ran. */
export function startStage(view: PodView, container: ContainerView, nowMs: number): StageResult {
  const exit = exitOf(container);
  if (exit !== null && isStartFailure(exit)) return failedByExit(view, container, exit);
  const byKubelet = failedByKubelet(view, container);
  if (byKubelet !== null) return byKubelet;
  if (container.record?.state === 'created') return notStarted(view, container, nowMs);
  return started(container);
}
