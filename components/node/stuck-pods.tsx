'use client';
import Link from 'next/link';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodRow } from '../../server/contract/pod.ts';
import { STAGE_LABEL } from '../../server/contract/stage.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { useAllPods } from '../data/queries.ts';
import { byUrgency, isStuck, podState } from '../data/tone.ts';
import { Cut } from '../ui/cut.tsx';
import { StateIcon } from '../ui/state-icon.tsx';
import { Ago } from '../ui/time.tsx';

/** What fits beside the findings without scrolling; the list of pods has them all. */
const MAX_ROWS = 8;

interface StuckPodsProps {
  /** As the first view had them; the stream takes over. */
  readonly first: readonly PodRow[];
  /** How many there are in all. */
  readonly count: number;
}

/** Which pods need a person: where each stopped, and why. */
export function StuckPods({ first, count }: StuckPodsProps) {
  const all = useAllPods()?.pods;
  const stuck = (all?.filter(({ verdict }) => isStuck(verdict)) ?? first).toSorted(byUrgency);
  if (count === 0 || stuck.length === 0) return null;
  const rows = stuck.slice(0, MAX_ROWS);
  const hrefOf = podHrefsOf(all ?? first);
  const rest = count - rows.length;
  return (
    <section aria-labelledby="stuck-title">
      <h2 id="stuck-title">Stuck pods</h2>
      <ul className="stuck card live-data">
        {rows.map((pod) => (
          <li key={`${pod.namespace}/${pod.name}/${pod.uid}`}>
            <Link href={hrefOf(pod)} prefetch={false}>
              <StateIcon state={podState(pod.verdict)} label={pod.verdict.outcome} />
              <span className="stuck-pod">
                <span className="muted">{pod.namespace}/</span>
                <Cut text={pod.name} />
              </span>
              <span className="stuck-stage">{STAGE_LABEL[pod.verdict.stage]}</span>
              <span className="stuck-why" title={pod.verdict.summary}>
                {pod.verdict.summary}
              </span>
              <span className="stuck-since muted">
                {pod.verdict.since !== null && <Ago at={pod.verdict.since} short />}
              </span>
            </Link>
          </li>
        ))}
        {rest > 0 && (
          <li className="stuck-rest">
            <Link className="link" href={pagePaths.pods('outcome:stuck')} prefetch={false}>
              and {rest} more
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}
