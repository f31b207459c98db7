import type { NodeStatus } from '../../server/contract/node-status.ts';
import { OUTCOMES, type Outcome } from '../../server/contract/stage.ts';
import { StateLink } from '../data/state-link.tsx';
import type { Tone } from '../ui/state-icon.tsx';

const TONE: Readonly<Record<Outcome, Tone>> = {
  stuck: 'fail',
  starting: 'run',
  ready: 'ok',
  completed: 'idle',
  terminating: 'run',
  unknown: 'idle',
};

interface Count {
  readonly count: number;
  readonly words: string;
  readonly tone: Tone;
  readonly query: string;
}

/** How many pods are how; each count filters. A pod that cannot be torn down is told apart from one on its way. */
export function OutcomeCounts({ node, total }: { node: NodeStatus; total: number }) {
  return (
    <p className="counts live-data">
      <StateLink className="muted" change={{ q: null }}>
        {total} on this node
      </StateLink>
      {toCounts(node).map(({ count, words, tone, query }) => (
        <StateLink key={words} className={`tone-${tone}`} change={{ q: query }}>
          {count} {words}
        </StateLink>
      ))}
    </p>
  );
}

function toCounts({ outcomes, counts }: NodeStatus): readonly Count[] {
  const undying = counts.teardown.failed ?? 0;
  const all = OUTCOMES.flatMap((outcome): readonly Count[] => {
    const whole = { words: outcome, tone: TONE[outcome], query: `outcome:${outcome}` };
    const count = outcomes[outcome];
    if (outcome !== 'terminating') return [{ ...whole, count }];
    const query = 'outcome:terminating state:failed';
    return [
      { count: undying, words: 'stuck terminating', tone: 'fail', query },
      { ...whole, count: count - undying },
    ];
  });
  return all.filter(({ count }) => count > 0);
}
