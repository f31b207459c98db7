import type { Evidence } from '../contract/evidence.ts';
import type { CallRecord } from '../contract/journal.ts';
import { clueOfCall, needsForError } from './call-clue.ts';
import { failingTries, heardAtMs, lastTelling, seriesSinceMs } from './call-facts.ts';
import { quote, quoteCall, quoteKubeletLine, shortId } from './evidence.ts';
import { joinedClues } from './joined-clues.ts';
import { clueOf, lastSyncError, recentLines } from './kubelet-lines.ts';
import type { Clue, PodView, StageResult } from './pod-view.ts';
import { cell } from './stage-result.ts';

const AT = ['teardown', null] as const;
const GRACE_ANNOTATION = 'io.kubernetes.pod.terminationGracePeriod';

/** Seconds the pod's containers may take to end; null when no source tells. */
function graceSeconds(view: PodView): number | null {
  if (view.kubelet?.deletionGraceSeconds != null) return view.kubelet.deletionGraceSeconds;
  for (const container of view.containers) {
    const told = Number(container.record?.annotations[GRACE_ANNOTATION] ?? Number.NaN);
    if (Number.isFinite(told)) return told;
  }
  return null;
}

function stopCalls(view: PodView): readonly CallRecord[] {
  const calls = [...view.teardownCalls, ...view.containers.flatMap((item) => item.stops)];
  return calls.sort((a, b) => heardAtMs(a) - heardAtMs(b));
}

function killLine(view: PodView, nowMs: number): Evidence | null {
  const line = recentLines(view, nowMs).find((item) => /^Killing container/.test(item.message));
  return line === undefined ? null : quoteKubeletLine(line);
}

function goneFromKubelet(view: PodView): Evidence[] {
  if (view.kubelet === null) {
    if (view.node.kubeletAsOfMs === null) return [];
    return [
      quote('kubelet', 'GET /pods', view.node.kubeletAsOfMs, 'kubelet no longer lists this pod'),
    ];
  }
  const text = `deletionTimestamp set, grace ${view.kubelet.deletionGraceSeconds ?? '?'} s`;
  return [quote('kubelet', 'GET /pods metadata', view.kubelet.deletionAtMs, text)];
}

function remains(view: PodView): Evidence[] {
  const list: Evidence[] = [];
  for (const { record } of view.containers) {
    if (record?.state !== 'running') continue;
    const where = `ListContainers ${shortId(record.id)}`;
    list.push(quote('cri', where, record.createdAtMs, `${record.name} is still running`));
  }
  const sandbox = view.sandboxes[0];
  if (sandbox !== undefined) {
    const text = `the sandbox is ${sandbox.state === 'ready' ? 'still ready' : 'stopped, not yet removed'}`;
    list.push(quote('cri', `ListPodSandbox ${shortId(sandbox.id)}`, sandbox.createdAtMs, text));
  }
  return list;
}

/** When the way down began: kubelet's deletion, the first stop call, or null. */
function beganAtMs(view: PodView, calls: readonly CallRecord[]): number | null {
  const { kubelet } = view;
  if (kubelet?.deletionAtMs != null) {
    return kubelet.deletionAtMs - (kubelet.deletionGraceSeconds ?? 0) * 1000;
  }
  return calls[0]?.beganAtMs ?? calls[0]?.endedAtMs ?? null;
}

function failedTeardown(
  view: PodView,
  call: CallRecord,
  calls: readonly CallRecord[],
  nowMs: number,
): StageResult {
  const own: Clue = clueOfCall(call);
  const same = calls.filter((item) => item.call === call.call);
  const repeated =
    call.error === null ? lastSyncError(view, nowMs, (item) => item.stage === 'teardown') : null;
  const tries = failingTries(same);
  return cell(AT, 'failed', 'failed', {
    detail: call.call,
    startedAtMs: beganAtMs(view, calls),
    attempt: Math.max(0, tries - 1),
    sinceMs: seriesSinceMs(same),
    clues: [...(repeated === null ? [] : [clueOf(repeated)]), own, ...joinedClues(view, call)],
    needs: needsForError(view, repeated === null ? [own] : [clueOf(repeated)]),
    evidence: [own.evidence, ...goneFromKubelet(view), ...remains(view)],
    reason: call.call === 'StopContainer' ? 'KillContainerError' : 'KillPodSandboxError',
  });
}

function failedByKubelet(view: PodView, nowMs: number): StageResult | null {
  const error = lastSyncError(view, nowMs, (item) => item.stage === 'teardown');
  if (error === null) return null;
  const clue = clueOf(error);
  return cell(AT, 'failed', 'failed', {
    startedAtMs: beganAtMs(view, []),
    sinceMs: error.line.atMs,
    clues: [clue],
    evidence: [clue.evidence, ...goneFromKubelet(view), ...remains(view)],
    reason: error.reason,
  });
}

function detailOf(view: PodView): string | null {
  const running = view.containers.filter((item) => item.record?.state === 'running');
  const grace = graceSeconds(view);
  if (running.length > 0) {
    const names = running.map((item) => item.name).join(', ');
    return grace === null ? `${names} still running` : `${names} still running, grace ${grace} s`;
  }
  if (view.sandboxes.length > 0) return 'sandbox to be removed';
  const finalizers = view.kubelet?.finalizers ?? [];
  return finalizers.length > 0 ? `finalizers: ${finalizers.join(', ')}` : null;
}

/** The way down: StopContainer, StopPodSandbox, removal. */
export function teardownStage(view: PodView, nowMs: number): StageResult {
  const calls = stopCalls(view);
  const last = lastTelling(calls);
  if (last?.outcome === 'failed') return failedTeardown(view, last, calls, nowMs);
  const byKubelet = last?.outcome === 'open' ? null : failedByKubelet(view, nowMs);
  if (byKubelet !== null) return byKubelet;
  const sinceMs = beganAtMs(view, calls);
  const kill = killLine(view, nowMs);
  const evidence = [
    ...(last === null ? [] : [quoteCall(last)]),
    ...(kill === null ? [] : [kill]),
    ...goneFromKubelet(view),
    ...remains(view),
  ];
  return cell(AT, 'running', 'stopping', {
    detail: detailOf(view),
    startedAtMs: sinceMs,
    sinceMs,
    evidence,
  });
}
