import type { CallRow } from '../../server/contract/call.ts';
import { StateLink } from '../data/state-link.tsx';
import { STEP_TONE } from '../ui/state-icon.tsx';
import { OUTCOME_STATE, OUTCOME_WORD } from './call-words.ts';

const ORDER = ['in-flight', 'failed', 'unknown', 'ok'] as const;

/** How many calls came to which end; each count filters. */
export function CallCounts({ calls, total }: { calls: readonly CallRow[]; total: number }) {
  // Those in flight are always all here; of the others there may be more than the first page has.
  const more = calls.length < total ? '+' : '';
  const counts = ORDER.map((outcome) => ({
    outcome,
    count: calls.filter((call) => call.outcome === outcome).length,
  }));
  return (
    <p className="counts live-data">
      <StateLink className="muted" change={{ q: null }}>
        {total} {total === 1 ? 'call' : 'calls'}
      </StateLink>
      {counts
        .filter(({ count }) => count > 0)
        .map(({ outcome, count }) => (
          <StateLink
            key={outcome}
            className={outcome === 'ok' ? 'tone-ok' : `tone-${STEP_TONE[OUTCOME_STATE[outcome]]}`}
            change={{ q: `outcome:${outcome}` }}
          >
            {count}
            {outcome !== 'in-flight' && more} {OUTCOME_WORD[outcome]}
          </StateLink>
        ))}
    </p>
  );
}
