import type { NodeStatus } from '../../server/contract/node-status.ts';
import type { PodRow, Verdict } from '../../server/contract/pod.ts';
import type { Outcome, StageState } from '../../server/contract/stage.ts';

/** Stuck first, failed before waiting; within a rank the order is by name, so that rows stand still. */
const RANK: Readonly<Record<Outcome, number>> = {
  stuck: 0,
  unknown: 1,
  starting: 2,
  terminating: 3,
  ready: 4,
  completed: 5,
};

type Ranked = Pick<PodRow, 'namespace' | 'name'> & {
  readonly verdict: Pick<Verdict, 'outcome' | 'state'>;
};

/** The order of pods everywhere: what needs a person first. */
export function byUrgency(a: Ranked, b: Ranked): number {
  return rank(a) - rank(b) || compare(a.namespace, b.namespace) || compare(a.name, b.name);
}

function rank({ verdict }: Ranked): number {
  const isFailed = verdict.state === 'failed';
  return isFailed && isStuck(verdict) ? RANK.stuck : RANK[verdict.outcome] + 0.5;
}

/** Whether a pod needs a person: it does not start, or does not get away. */
export function isStuck(verdict: Pick<Verdict, 'outcome' | 'state'>): boolean {
  return (
    verdict.outcome === 'stuck' || (verdict.outcome === 'terminating' && verdict.state === 'failed')
  );
}

/** How many pods of the node need a person. */
export function countStuck(node: Pick<NodeStatus, 'outcomes' | 'counts'>): number {
  return node.outcomes.stuck + (node.counts.teardown.failed ?? 0);
}

/** By code unit: the same order on server and browser, whatever the reader's language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The state that stands for a whole pod: a stuck pod is failed to the eye even while a call of it hangs. */
export function podState(verdict: Pick<Verdict, 'outcome' | 'state'>): StageState {
  switch (verdict.outcome) {
    case 'ready':
      return 'ok';
    case 'completed':
      return 'skipped';
    case 'unknown':
      return 'unknown';
    case 'starting':
      return 'running';
    case 'terminating':
      return verdict.state === 'failed' ? 'failed' : 'running';
    case 'stuck':
      return verdict.state === 'running' ? 'running' : 'failed';
  }
}
