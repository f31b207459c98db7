import type { CallRecord } from '../contract/journal.ts';
import { recentLines } from './kubelet-lines.ts';
import type { PodView } from './pod-view.ts';

const GRACE_ANNOTATION = 'io.kubernetes.pod.terminationGracePeriod';

/** The grace that kubelet gives when it kills, as its line says: it may be shorter than the specification's. */
function graceInLog(view: PodView, nowMs: number): { seconds: number; atMs: number | null } | null {
  const line = recentLines(view, nowMs).findLast((item) => /^Killing container/.test(item.message));
  const seconds = Number(line?.fields['gracePeriod'] ?? Number.NaN);
  return line === undefined || !Number.isFinite(seconds) ? null : { seconds, atMs: line.atMs };
}

/** Seconds the pod's containers may take to end; null when no source tells. */
export function graceSeconds(view: PodView, nowMs: number): number | null {
  if (view.kubelet?.deletionGraceSeconds != null) return view.kubelet.deletionGraceSeconds;
  const logged = graceInLog(view, nowMs);
  if (logged !== null) return logged.seconds;
  for (const container of view.containers) {
    const told = Number(container.record?.annotations[GRACE_ANNOTATION] ?? Number.NaN);
    if (Number.isFinite(told)) return told;
  }
  return null;
}

/** When the way down began: kubelet's deletion, its word that it kills, the first stop call, or null. */
export function beganAtMs(
  view: PodView,
  calls: readonly CallRecord[],
  nowMs: number,
): number | null {
  const { kubelet } = view;
  if (kubelet?.deletionAtMs != null) {
    return kubelet.deletionAtMs - (kubelet.deletionGraceSeconds ?? 0) * 1000;
  }
  const first = calls[0];
  return graceInLog(view, nowMs)?.atMs ?? first?.beganAtMs ?? first?.endedAtMs ?? null;
}

/** When TERM becomes KILL; null where begin or grace is not told. */
export function killAtMs(
  view: PodView,
  calls: readonly CallRecord[],
  nowMs: number,
): number | null {
  const fromMs = beganAtMs(view, calls, nowMs);
  const grace = graceSeconds(view, nowMs);
  return fromMs === null || grace === null ? null : fromMs + grace * 1000;
}
