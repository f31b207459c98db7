import type { KubeletCondition } from '../contract/kubelet-pod.ts';
import type { Stage } from '../contract/stage.ts';
import type { Cause, CauseOutcome } from './cause.ts';
import { quote } from './evidence.ts';
import type { StoppedPodView } from './pod-view.ts';
import { shorten } from './status-words.ts';

/** A condition of the pod that tells of trouble while its containers run. */
export interface ConditionSpec {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reasons: readonly string[];
}

/** 140 characters: a line on a laptop. */
const MAX_DETAIL_LENGTH = 140;

function conditionOf(view: StoppedPodView, spec: ConditionSpec): KubeletCondition | undefined {
  return view.kubelet?.conditions.find(
    (item) =>
      item.type === spec.type &&
      item.status === spec.status &&
      item.reason !== null &&
      spec.reasons.includes(item.reason),
  );
}

function match(spec: ConditionSpec, view: StoppedPodView): CauseOutcome {
  if (view.kubelet === null) {
    return view.node.has.kubelet ? { result: 'clear' } : { result: 'blind', needs: ['kubelet'] };
  }
  const condition = conditionOf(view, spec);
  // A pod that stopped stands still for another reason; the condition is a word about pods that run.
  const isSpokenOf = view.stop === null || view.stop.reason === condition?.reason;
  if (condition === undefined || !isSpokenOf) return { result: 'clear' };
  const words = condition.message ?? '';
  const text = `${condition.type}=${condition.status} ${condition.reason}: ${words}`;
  return {
    result: 'matched',
    stage: 'run',
    container: view.stop?.container ?? null,
    detail: shorten(words || (condition.reason ?? ''), MAX_DETAIL_LENGTH),
    message: condition.message,
    evidence: [quote('kubelet', 'GET /pods status.conditions', condition.changedAtMs, text)],
  };
}

type Words = Pick<Cause, 'id' | 'title' | 'explanation' | 'impact' | 'confusedWith' | 'nextChecks'>;

const RUN: readonly Stage[] = ['run'];

/** Makes a cause that a condition in the pod's status tells. */
export function conditionCause(words: Words, spec: ConditionSpec): Cause {
  return { ...words, stages: RUN, isNodeWide: false, match: (view) => match(spec, view) };
}
