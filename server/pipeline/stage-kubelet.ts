import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { quote, quoteKubeletLine } from './evidence.ts';
import { clueOf, lastSyncError, recentLines, type SyncError } from './kubelet-lines.ts';
import { kubeletSteps, PASSED_STEPS } from './kubelet-steps.ts';
import { waiting } from './kubelet-waiting.ts';
import type { Clue, PodView, StageResult } from './pod-view.ts';
import { rejectionOf } from './rejection.ts';
import { cell } from './stage-result.ts';
import { parseGoDuration } from './time.ts';

const AT = ['kubelet', null] as const;
/** 60 s: kubelet repeats the complaint every 15 s or so while it lasts. */
const NETWORK_LINE_MS = 60_000;
const NETWORK_NOT_READY = /network is not ready|NetworkReady=false|NetworkPluginNotReady/;

function failed(word: string, clue: Clue, given: Partial<StageResult> = {}): StageResult {
  return cell(AT, 'failed', word, { clues: [clue], evidence: [clue.evidence], ...given });
}

function manifestResult(view: PodView): StageResult {
  const path = view.manifest?.path ?? 'static pod directory';
  const modifiedAtMs = view.manifest?.modifiedAtMs ?? null;
  const text = view.manifest?.error ?? 'the file gives no pod';
  const line = view.kubeletLog.at(-1);
  const evidence =
    line === undefined ? quote('manifest', path, modifiedAtMs, text) : quoteKubeletLine(line);
  return failed(
    'not a pod',
    { text, evidence },
    { reason: 'InvalidManifest', sinceMs: modifiedAtMs ?? line?.atMs ?? null, detail: path },
  );
}

/** kubelet does not even call the runtime while it holds the network for not ready (host network excepted). */
function networkWait(view: PodView, nowMs: number): StageResult | null {
  if (view.kubelet?.hostNetwork) return null;
  const condition = view.node.runtime?.conditions.find((item) => item.type === 'NetworkReady');
  const error = lastSyncError(view, nowMs, () => true);
  const isFresh = error !== null && nowMs - (error.line.atMs ?? nowMs) < NETWORK_LINE_MS;
  const isLogged = error !== null && isFresh && NETWORK_NOT_READY.test(error.text);
  if (condition?.status === true) return null;
  // Without kubelet only its log shows that it waits instead of calling.
  if (!isLogged && (view.kubelet === null || condition === undefined)) return null;
  const clues: Clue[] = [];
  if (condition !== undefined) {
    const text = `NetworkReady=false ${condition.reason}: ${condition.message}`;
    clues.push({ text, evidence: quote('cri', 'Status NetworkReady', nowMs, text) });
  }
  if (isLogged && error !== null) clues.push(clueOf(error));
  return cell(AT, 'failed', 'network not ready', {
    clues,
    evidence: clues.map((item) => item.evidence),
    reason: 'NetworkNotReady',
    sinceMs: view.kubelet?.startedAtMs ?? view.kubelet?.createdAtMs ?? error?.line.atMs ?? null,
  });
}

const NO_RETRY_UNTIL =
  /No retries permitted until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)? \+0000 UTC/;
const WAIT = /\(durationBeforeRetry ([0-9.a-zµ]+)\)/;

/** Lines about the same wait: "unmounted volumes=…" says less than the mount's own error. */
function isVague(error: SyncError): boolean {
  return (
    error.reason === 'SyncError' &&
    /unmounted volumes=|timed out waiting for the condition/.test(error.text)
  );
}

function prerequisiteError(view: PodView, nowMs: number): SyncError | null {
  // A network that was not ready minutes ago is judged above, by what the runtime says now.
  const ofKubelet = (error: SyncError): boolean =>
    error.stage === 'kubelet' && !NETWORK_NOT_READY.test(error.text);
  return (
    lastSyncError(view, nowMs, (error) => ofKubelet(error) && !isVague(error)) ??
    lastSyncError(view, nowMs, ofKubelet)
  );
}

function retryAt(error: SyncError): number | null {
  const wait = WAIT.exec(error.line.text)?.[1];
  if (wait === undefined || error.line.atMs === null || !NO_RETRY_UNTIL.test(error.line.text))
    return null;
  const waitMs = parseGoDuration(wait);
  return waitMs === null ? null : error.line.atMs + waitMs;
}

function prerequisiteFailure(view: PodView, nowMs: number): StageResult | null {
  const error = prerequisiteError(view, nowMs);
  if (error === null) return null;
  const first = recentLines(view, nowMs).find((line) => line.level !== 'info');
  return failed(error.reason === 'VolumeError' ? 'volume' : 'not prepared', clueOf(error), {
    reason: error.reason,
    sinceMs: view.kubelet?.startedAtMs ?? first?.atMs ?? null,
    nextRetryAtMs: retryAt(error),
  });
}

function passed(view: PodView): StageResult {
  const call = view.sandboxCalls[0];
  const sandbox = view.sandboxes.at(-1);
  const startedAtMs = view.kubelet?.startedAtMs ?? null;
  const calledAtMs = call?.beganAtMs ?? sandbox?.createdAtMs ?? null;
  const isMeasured = startedAtMs !== null && calledAtMs !== null && calledAtMs >= startedAtMs;
  return cell(AT, 'ok', 'prepared', {
    startedAtMs,
    durationMs: isMeasured ? calledAtMs - startedAtMs : null,
    steps: PASSED_STEPS,
  });
}

/** The runtime cannot be asked, but kubelet's status shows that the pod once got beyond its first call. */
function wasCalled(view: PodView): boolean {
  if (view.node.has.cri) return view.sandboxes.length > 0 || view.sandboxCalls.length > 0;
  return view.sandboxCalls.length > 0 || (view.kubelet !== null && hasStarted(view.kubelet));
}

function hasStarted(pod: KubeletPod): boolean {
  return pod.podIp !== null || pod.containers.some((item) => item.containerId !== null);
}

function judged(view: PodView, nowMs: number): StageResult {
  if (view.kind === 'manifest') return manifestResult(view);
  const rejected = rejectionOf(view);
  if (rejected !== null) return rejected;
  if (view.sandboxes[0]?.state === 'ready') return passed(view);
  const isOver = view.kubelet?.phase === 'Succeeded' || view.kubelet?.phase === 'Failed';
  if (view.isTerminating || isOver) return passed(view);
  if (!view.node.has.cri && wasCalled(view)) return passed(view);
  const wait = networkWait(view, nowMs);
  if (wait !== null) return wait;
  if (wasCalled(view)) return passed(view);
  // A sandbox error in kubelet's log proves that the call was made.
  if (lastSyncError(view, nowMs, (error) => error.stage === 'sandbox') !== null)
    return passed(view);
  return prerequisiteFailure(view, nowMs) ?? waiting(view, nowMs);
}

/** What happens before the first CRI call: admission, volumes, configuration, network readiness. */
export function kubeletStage(view: PodView, nowMs: number): StageResult {
  const result = judged(view, nowMs);
  if (result.state === 'ok' || view.kind === 'manifest') return result;
  return { ...result, steps: kubeletSteps(view, result, nowMs) };
}
