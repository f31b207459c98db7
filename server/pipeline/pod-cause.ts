import type { Evidence, NextCheck } from '../contract/evidence.ts';
import type { Stage } from '../contract/stage.ts';
import type { Cause, CauseOutcome } from './cause.ts';
import { quote } from './evidence.ts';
import { ENDED_BY_KUBELET } from './node-ending.ts';
import type { StoppedPodView } from './pod-view.ts';
import { REJECTED } from './rejection.ts';
import { shorten } from './status-words.ts';

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
  /** What status.message must say as well. */
  readonly says?: (message: string) => boolean;
}

interface Ending {
  readonly reason: string;
  readonly message: string;
  readonly evidence: Evidence;
}

/** Why the pod as a whole is over: kubelet's status, or what stands in its log where it cannot be asked. */
function endingOf({ stop, kubelet }: StoppedPodView): Ending | null {
  if (kubelet !== null) {
    if (kubelet.phase !== 'Failed') return null;
    const reason = kubelet.reason ?? '';
    const message = kubelet.message ?? '';
    const text = `${reason || 'Failed'}: ${message}`;
    const evidence = quote('kubelet', 'GET /pods status', kubelet.startedAtMs, text);
    return { reason, message, evidence };
  }
  const clue = stop?.clues[0];
  const isTold = stop?.word === REJECTED || stop?.word === ENDED_BY_KUBELET;
  if (stop === null || !isTold || clue === undefined) return null;
  return { reason: stop.reason ?? '', message: clue.text, evidence: clue.evidence };
}

function match(spec: PodCauseSpec, view: StoppedPodView): CauseOutcome {
  const { stop } = view;
  if (stop === null || stop.state !== 'failed' || !spec.stages.includes(stop.stage)) {
    return { result: 'clear' };
  }
  const ending = endingOf(view);
  if (ending === null) {
    return view.node.has.kubelet ? { result: 'clear' } : { result: 'blind', needs: ['kubelet'] };
  }
  const { reason, message, evidence } = ending;
  if (spec.reasons !== null && !spec.reasons.includes(reason)) return { result: 'clear' };
  if (spec.says?.(message) === false) return { result: 'clear' };
  const words = message.replace(/^Pod was rejected: /, '');
  return {
    result: 'matched',
    stage: stop.stage,
    container: stop.container,
    detail: shorten(`${reason}${words === '' ? '' : `: ${words}`}`, 140),
    message: message || null,
    evidence: [evidence],
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
