import type { CallRecord } from '../contract/journal.ts';
import type { Sandbox } from '../contract/runtime-objects.ts';
import { clueOfCall, needsForError } from './call-clue.ts';
import { durationOf, failingTries, heardAtMs, lastTelling, seriesSinceMs } from './call-facts.ts';
import { quote, quoteCall, shortId } from './evidence.ts';
import { cluesOf, failureBefore } from './first-attempt.ts';
import { clueOf, lastSyncError } from './kubelet-lines.ts';
import type { Clue, PodView, StageResult } from './pod-view.ts';
import { passedSteps, sandboxSteps } from './sandbox-steps.ts';
import { limitMs } from './stage-limits.ts';
import { cell, isLongerThan } from './stage-result.ts';
import { clockWords } from './time.ts';

const AT = ['sandbox', null] as const;
/** 4 min: kubelet's own deadline for RunPodSandbox; an open call older than that has ended unheard. */
const CALL_DEADLINE_MS = 4 * 60_000;

function quoteSandbox(sandbox: Sandbox): StageResult['evidence'][number] {
  const state = sandbox.state === 'ready' ? 'SANDBOX_READY' : 'SANDBOX_NOTREADY';
  return quote(
    'cri',
    `ListPodSandbox ${shortId(sandbox.id)}`,
    sandbox.createdAtMs,
    `attempt ${sandbox.attempt}, ${state}`,
  );
}

function callOf(view: PodView, sandbox: Sandbox): CallRecord | null {
  return view.sandboxCalls.findLast((call) => call.sandboxId === sandbox.id) ?? null;
}

function ready(view: PodView, sandbox: Sandbox, word: string): StageResult {
  const call = callOf(view, sandbox);
  const status = view.sandboxStatus;
  return cell(AT, 'ok', word, {
    detail: status?.hostNetwork ? 'host network' : (status?.ip ?? null),
    startedAtMs: call?.beganAtMs ?? sandbox.createdAtMs,
    durationMs: durationOf(call),
    attempt: sandbox.attempt,
    evidence: [quoteSandbox(sandbox)],
    steps: word === 'ready' ? passedSteps(view) : [],
  });
}

/** kubelet repeats the answer it got; where the runtime's log is silent that is all there is. */
function repeatedByKubelet(view: PodView, call: CallRecord, nowMs: number): Clue[] {
  const error = lastSyncError(view, nowMs, (item) => item.stage === 'sandbox');
  return call.error !== null || error === null ? [] : [clueOf(error)];
}

function firstWords({ beganAtMs }: CallRecord): string {
  const since = beganAtMs === null ? '' : ` since ${clockWords(beganAtMs)}`;
  return `an earlier attempt is under way${since}`;
}

function failedCall(view: PodView, call: CallRecord, nowMs: number): StageResult {
  const repeated = repeatedByKubelet(view, call, nowMs);
  const told = cluesOf(view, view.sandboxCalls, call);
  const clues = [...repeated, ...told.clues];
  const tries = failingTries(view.sandboxCalls);
  return cell(AT, 'failed', 'failed', {
    startedAtMs: call.beganAtMs,
    durationMs: durationOf(call),
    detail: told.first?.outcome === 'open' ? firstWords(told.first) : null,
    attempt: Math.max(tries - 1, call.pod?.attempt ?? 0),
    sinceMs: seriesSinceMs(view.sandboxCalls),
    evidence: clues
      .slice(0, repeated.length + (told.first === null ? 1 : 2))
      .map((item) => item.evidence),
    clues,
    reason: 'CreatePodSandboxError',
    needs: needsForError(view, clues),
  });
}

function openCall(view: PodView, call: CallRecord, nowMs: number): StageResult {
  const sinceMs = call.beganAtMs;
  const isOverdue = isLongerThan(sinceMs, limitMs(view.node, 'sandbox'), nowMs);
  const evidence = [quoteCall(call)];
  const isWaitedFor = view.kubelet !== null;
  const isWithinDeadline = !isLongerThan(sinceMs, CALL_DEADLINE_MS, nowMs);
  if (call.doubt !== undefined || !(isWaitedFor || isWithinDeadline)) {
    return cell(AT, 'unknown', 'no end logged', {
      evidence,
      detail: call.doubt ?? null,
      needs: ['kubelet'],
      sinceMs,
    });
  }
  // A new try of what has failed before is no news: each would else lift the verdict for a moment.
  const failure = isOverdue ? null : failureBefore(view.sandboxCalls, call);
  if (failure !== null) return failedCall(view, failure, nowMs);
  return cell(AT, 'running', 'in flight', {
    evidence,
    sinceMs,
    startedAtMs: sinceMs,
    attempt: call.pod?.attempt ?? null,
    isOverdue,
  });
}

/** kubelet's log alone tells that the call fails: the runtime's log is missing, or kubelet could not reach it. */
function failedByKubelet(view: PodView, nowMs: number): StageResult | null {
  const error = lastSyncError(view, nowMs, (item) => item.stage === 'sandbox');
  if (error === null) return null;
  const clue = clueOf(error);
  return cell(AT, 'failed', 'failed', {
    clues: [clue],
    evidence: [clue.evidence],
    sinceMs: view.kubelet?.startedAtMs ?? error.line.atMs,
    reason: error.reason,
  });
}

function isOver(view: PodView): boolean {
  const phase = view.kubelet?.phase;
  return phase === 'Succeeded' || phase === 'Failed' || view.isTerminating;
}

function stopsOf(view: PodView): CallRecord | null {
  return lastTelling(view.teardownCalls.filter((call) => call.call === 'StopPodSandbox'));
}

function hasEnded(view: PodView): boolean {
  const records = view.containers.filter((item) => item.record !== null);
  return records.length > 0 && records.every((item) => item.record?.state === 'exited');
}

/** The newest sandbox is not ready: it ended with its pod, it never came up, or it died and must be made again. */
function notReady(view: PodView, sandbox: Sandbox, nowMs: number): StageResult {
  const call = lastTelling(view.sandboxCalls);
  const isNewer = call !== null && heardAtMs(call) >= (sandbox.createdAtMs ?? 0) - 1_000;
  if (call?.outcome === 'failed' && isNewer && !isOver(view)) return failedCall(view, call, nowMs);
  if (call?.outcome === 'open' && isNewer && !isOver(view)) return openCall(view, call, nowMs);
  if (isOver(view)) return ready(view, sandbox, 'stopped');
  const stop = stopsOf(view);
  if (stop?.outcome === 'failed') {
    const clue: Clue = clueOfCall(stop);
    return cell(AT, 'failed', 'old one stays', {
      clues: [clue],
      evidence: [quoteSandbox(sandbox), clue.evidence],
      attempt: sandbox.attempt,
      sinceMs: seriesSinceMs(view.teardownCalls),
      reason: 'KillPodSandboxError',
    });
  }
  if (view.kubelet === null && hasEnded(view)) return ready(view, sandbox, 'stopped');
  return died(view, sandbox, nowMs);
}

function died(view: PodView, sandbox: Sandbox, nowMs: number): StageResult {
  const byKubelet = failedByKubelet(view, nowMs);
  if (byKubelet !== null) return byKubelet;
  const exits = view.containers.map((item) => item.status?.finishedAtMs ?? 0);
  const sinceMs = Math.max(sandbox.createdAtMs ?? 0, ...exits);
  return cell(AT, 'running', 'not ready', {
    detail: 'kubelet has to make a new one',
    evidence: [quoteSandbox(sandbox)],
    attempt: sandbox.attempt,
    sinceMs,
    startedAtMs: sandbox.createdAtMs,
    isOverdue: isLongerThan(sinceMs, limitMs(view.node, 'sandbox'), nowMs),
  });
}

/** RunPodSandbox: the newest sandbox decides, and where there is none, the newest call. */
export function sandboxStage(view: PodView, nowMs: number): StageResult {
  const result = judged(view, nowMs);
  return result.state === 'ok' ? result : { ...result, steps: sandboxSteps(view, result) };
}

function judged(view: PodView, nowMs: number): StageResult {
  const newest = view.sandboxes[0];
  if (newest?.state === 'ready') return ready(view, newest, 'ready');
  if (newest !== undefined) return notReady(view, newest, nowMs);
  if (isOver(view)) return cell(AT, 'ok', 'removed');
  const call = lastTelling(view.sandboxCalls);
  if (call?.outcome === 'failed') return failedCall(view, call, nowMs);
  if (call?.outcome === 'open') return openCall(view, call, nowMs);
  return failedByKubelet(view, nowMs) ?? vanished(view, call, nowMs);
}

/** kubelet's pod without a sandbox and without a failing call. */
function vanished(view: PodView, call: CallRecord | null, nowMs: number): StageResult {
  if (!view.node.has.cri) {
    return cell(AT, 'unknown', 'not told', { needs: ['cri'] });
  }
  const sinceMs = call?.endedAtMs ?? view.kubelet?.startedAtMs ?? null;
  const evidence = [quote('cri', 'ListPodSandbox', nowMs, 'no sandbox of this pod')];
  if (call !== null) evidence.push(quoteCall(call));
  return cell(AT, 'running', 'gone', {
    detail: 'the sandbox is gone; kubelet has to make a new one',
    evidence,
    sinceMs,
    startedAtMs: sinceMs,
    isOverdue: isLongerThan(sinceMs, limitMs(view.node, 'sandbox'), nowMs),
  });
}
