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

/** How many pods are how; each count filters. */
export function OutcomeCounts({
  outcomes,
  total,
}: {
  outcomes: NodeStatus['outcomes'];
  total: number;
}) {
  return (
    <p className="counts live-data">
      <StateLink className="muted" change={{ q: null }}>
        {total} on this node
      </StateLink>
      {OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map((outcome) => (
        <StateLink
          key={outcome}
          className={`tone-${TONE[outcome]}`}
          change={{ q: `outcome:${outcome}` }}
        >
          {outcomes[outcome]} {outcome}
        </StateLink>
      ))}
    </p>
  );
}
