import type { Outcome } from '../contract/stage.ts';
import { COMPLETED } from './exit-results.ts';
import type { PodView, StageResult } from './pod-view.ts';
import { isPassed } from './stage-result.ts';

/** What decides first among containers that start side by side: a failure before doubt, doubt before patience. */
function urgency(result: StageResult): number {
  if (result.state === 'failed' || result.isOverdue) return 0;
  if (result.state === 'unknown') return 1;
  return 2;
}

/**
 * The cell that decides: teardown for a pod on its way down; else the first that is not passed, the pod's own and init
 * containers before the others, and among those the most urgent.
 */
export function findStop(view: PodView, results: readonly StageResult[]): StageResult | null {
  const teardown = results.find((item) => item.stage === 'teardown');
  if (teardown !== undefined) return teardown;
  const open = results.filter((item) => !isPassed(item) && item.state !== 'not-reached');
  const gating = new Set(
    view.containers.filter((item) => item.type === 'init').map((item) => item.name),
  );
  const first = open.find((item) => item.container === null || gating.has(item.container));
  if (first !== undefined) return first;
  // Ephemeral containers are for people who look; they never make a pod fail.
  const passing = new Set(
    view.containers.filter((item) => item.type === 'ephemeral').map((item) => item.name),
  );
  const candidates = open.filter((item) => item.container === null || !passing.has(item.container));
  let chosen: StageResult | null = null;
  for (const item of candidates) {
    if (chosen === null || urgency(item) < urgency(chosen)) chosen = item;
  }
  return chosen;
}

function isCompleted(view: PodView, results: readonly StageResult[]): boolean {
  if (view.kubelet?.phase === 'Succeeded') return true;
  const apps = new Set(
    view.containers.filter((item) => item.type === 'app').map((item) => item.name),
  );
  const runs = results.filter(
    (item) => item.stage === 'run' && item.container !== null && apps.has(item.container),
  );
  return runs.length > 0 && runs.every((item) => item.reason === COMPLETED);
}

/** The pod's outcome, given the cell where it stopped. */
export function outcomeOf(
  view: PodView,
  results: readonly StageResult[],
  stop: StageResult | null,
): Outcome {
  if (stop === null) return isCompleted(view, results) ? 'completed' : 'ready';
  if (stop.stage === 'teardown') return 'terminating';
  if (stop.state === 'unknown') return 'unknown';
  return stop.state === 'failed' || stop.isOverdue ? 'stuck' : 'starting';
}
