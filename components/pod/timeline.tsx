import type { TimelineEntry } from '../../server/contract/pod.ts';
import { formatDuration, utcClock } from '../ui/format.ts';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';
import { At } from '../ui/time.tsx';
import { foldRepeats } from './fold-repeats.ts';

const ICON: Readonly<Record<TimelineEntry['outcome'], IconState>> = {
  ok: 'ok',
  failed: 'failed',
  running: 'running',
  info: 'not-reached',
};

/** What kubelet, the runtime and the containers did, oldest first; repetitions are folded. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) {
    return <p className="timeline-empty muted">No source has told of a call for this pod yet.</p>;
  }
  return (
    <ol className="timeline live-data">
      {foldRepeats(entries).map((part) =>
        part.kind === 'entry' ? (
          <Entry key={toKey(part.entry)} entry={part.entry} />
        ) : (
          <Fold key={`fold ${part.entries[0]?.at}`} entries={part.entries} />
        ),
      )}
    </ol>
  );
}

function toKey({ at, actor, text }: TimelineEntry): string {
  return `${at} ${actor} ${text}`;
}

function Fold({ entries }: { entries: readonly TimelineEntry[] }) {
  const [from, to] = [entries[0]?.at ?? '', entries.at(-1)?.at ?? ''];
  return (
    <li>
      <details className="timeline-fold">
        <summary>
          {entries.length} entries between, alike · {utcClock(from)} to {utcClock(to)}
        </summary>
        <ol>
          {entries.map((entry) => (
            <Entry key={toKey(entry)} entry={entry} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  return (
    <li className="timeline-row" data-outcome={entry.outcome}>
      <span className="faint">
        <At at={entry.at} millis />
      </span>
      <span className="timeline-actor" data-actor={entry.actor}>
        {entry.actor}
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
