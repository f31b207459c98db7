import type { NextCheck } from '../contract/evidence.ts';
import type { Stage } from '../contract/stage.ts';
import type { Cause, CauseOutcome } from './cause.ts';
import { quote } from './evidence.ts';
import type { StoppedPodView } from './pod-view.ts';

export interface PodCauseSpec {
  readonly id: string;
  readonly stages: readonly Stage[];
  readonly title: string;
  readonly explanation: string;
  readonly impact: string;
  readonly confusedWith?: readonly string[];
  readonly isNodeWide?: boolean;
  readonly nextChecks: (view: StoppedPodView) => readonly NextCheck[];
  /** Words of status.reason that tell it; null: any, where the pod is Failed and no stage says more. */
  readonly reasons: readonly string[] | null;
}

function match(spec: PodCauseSpec, view: StoppedPodView): CauseOutcome {
  const { stop, kubelet } = view;
  if (stop === null || stop.state !== 'failed' || !spec.stages.includes(stop.stage))
    return { result: 'clear' };
  if (!view.node.has.kubelet) return { result: 'blind', needs: ['kubelet'] };
  if (kubelet === null || kubelet.phase !== 'Failed') return { result: 'clear' };
  const reason = kubelet.reason ?? '';
  if (spec.reasons !== null && !spec.reasons.includes(reason)) return { result: 'clear' };
  const text = `${reason || 'Failed'}: ${kubelet.message ?? ''}`;
  const rejected = (kubelet.message ?? '').replace(/^Pod was rejected: /, '').replace(/\s+/g, ' ');
  return {
    result: 'matched',
    stage: stop.stage,
    container: stop.container,
    detail: `${reason}${rejected === '' ? '' : `: ${rejected}`}`.slice(0, 140),
    message: kubelet.message,
    evidence: [quote('kubelet', 'GET /pods status', kubelet.startedAtMs, text)],
  };
}

/** Makes a cause that kubelet's status of the whole pod tells. */
export function podCause(spec: PodCauseSpec): Cause {
  return {
    id: spec.id,
    stages: spec.stages,
    title: spec.title,
    explanation: spec.explanation,
    impact: spec.impact,
    confusedWith: spec.confusedWith ?? [],
    isNodeWide: spec.isNodeWide ?? false,
    nextChecks: spec.nextChecks,
    match: (view) => match(spec, view),
  };
}
