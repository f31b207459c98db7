import type { TimelineEntry } from '../../server/contract/pod.ts';
import { formatDuration } from '../ui/format.ts';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';
import { At } from '../ui/time.tsx';
import { ACTOR_WORD, ACTORS, type Actor } from './actors.ts';
import { MOMENT_ID } from './timeline-moment.ts';

const ICON: Readonly<Record<TimelineEntry['outcome'], IconState>> = {
  ok: 'ok',
  failed: 'failed',
  running: 'running',
  info: 'not-reached',
};

interface TimelineRowProps {
  readonly entry: TimelineEntry;
  /** The entry that a piece of evidence led to. */
  readonly isMoment: boolean;
}

/** One entry: when, who, how it went, what. */
export function TimelineRow({ entry, isMoment }: TimelineRowProps) {
  return (
    <li
      className="timeline-row"
      data-outcome={entry.outcome}
      {...(isMoment ? { id: MOMENT_ID, tabIndex: -1, 'data-moment': true } : {})}
    >
      <span className="faint">
        <At at={entry.at} millis />
      </span>
      <Lane actor={entry.actor} />
      <span className="timeline-actor" data-actor={entry.actor}>
        {ACTOR_WORD[entry.actor]}
      </span>
      <StateIcon state={ICON[entry.outcome]} label={entry.outcome} />
      <span className="timeline-text">
        {entry.text}
        {entry.count > 1 && <span className="timeline-count">{entry.count} times alike</span>}
      </span>
      <span className="timeline-took num muted">
        {entry.durationMs === null ? '' : formatDuration(entry.durationMs)}
      </span>
    </li>
  );
}

const LANE_PX = 8;

/** A lane for each actor, so that a glance tells who spoke when. */
function Lane({ actor }: { actor: Actor }) {
  const index = ACTORS.indexOf(actor);
  return (
    <svg
      className="lane"
      data-actor={actor}
      width={ACTORS.length * LANE_PX}
      height="22"
      viewBox={`0 0 ${ACTORS.length * LANE_PX} 22`}
      aria-hidden
    >
      <circle cx={index * LANE_PX + LANE_PX / 2} cy="11" r="3" />
    </svg>
  );
}
