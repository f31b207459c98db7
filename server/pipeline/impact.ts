import type { Cause } from './cause.ts';
import type { StoppedPodView } from './pod-view.ts';

/** Two causes speak of restarts; a pod that is over is not started again. */
const FOR_GOOD = '{container} ended, and the pod is not to be started again: it stays Failed.';

/** What the cause means for this pod, with its container's name. */
export function impactOf(view: StoppedPodView, cause: Cause): string {
  const isOver = view.stop?.stage === 'run' && view.kubelet?.phase === 'Failed';
  const text = isOver ? FOR_GOOD : cause.impact;
  return text.replaceAll('{container}', view.stop?.container ?? view.name);
}
