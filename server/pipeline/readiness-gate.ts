import type { Evidence } from '../contract/evidence.ts';
import { quote } from './evidence.ts';
import type { ContainerView, PodView, StageResult } from './pod-view.ts';
import { limitMs } from './stage-limits.ts';
import { cell, isLongerThan } from './stage-result.ts';

/** All containers are ready, and a condition that somebody else has to set keeps the pod from being so. */
export function gateClosed(
  view: PodView,
  container: ContainerView,
  given: { readonly startedAtMs: number | null; readonly evidence: readonly Evidence[] },
  nowMs: number,
): StageResult | null {
  const { kubelet } = view;
  const first = view.containers.find((item) => item.type === 'app');
  if (kubelet === null || container !== first) return null;
  const ready = kubelet.conditions.find((item) => item.type === 'Ready');
  if (ready?.status !== 'False' || ready.reason !== 'ReadinessGatesNotReady') return null;
  const own = kubelet.conditions.find((item) => item.type === 'ContainersReady');
  const sinceMs = own?.changedAtMs ?? ready.changedAtMs;
  const text = ready.message ?? 'a readiness gate is not set';
  const where = 'GET /pods status.conditions[Ready]';
  const evidence = quote('kubelet', where, ready.changedAtMs, `${ready.reason}: ${text}`);
  const isLate = isLongerThan(sinceMs, limitMs(view.node, 'readiness'), nowMs);
  return cell(['run', container.name], isLate ? 'failed' : 'running', 'readiness gate', {
    detail: text,
    startedAtMs: given.startedAtMs,
    sinceMs,
    attempt: container.record?.attempt ?? null,
    clues: [{ text, evidence }],
    evidence: [evidence, ...given.evidence],
    reason: ready.reason,
  });
}
