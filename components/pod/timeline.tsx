import type { TimelineEntry } from '../../server/contract/pod.ts';
import { formatDuration } from '../ui/format.ts';
import { type IconState, StateIcon } from '../ui/state-icon.tsx';
import { At } from '../ui/time.tsx';

const ICON: Readonly<Record<TimelineEntry['outcome'], IconState>> = {
  ok: 'ok',
  failed: 'failed',
  running: 'running',
  info: 'not-reached',
};

/** What kubelet, the runtime and the containers did, oldest first; a line a day where it spans days. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  if (entries.length === 0) {
    return <p className="timeline-empty muted">No source has told of a call for this pod yet.</p>;
  }
  return (
    <ol className="timeline live-data">
      {entries.map((entry, index) => {
        const day = entry.at.slice(0, 10);
        const isNewDay = index > 0 && day !== entries[index - 1]?.at.slice(0, 10);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are appended, and have no identity of their own
          <li key={index} data-outcome={entry.outcome}>
            {isNewDay && <p className="timeline-day muted">{day}</p>}
            <div className="timeline-row">
              <span className="faint">
                <At at={entry.at} millis />
              </span>
              <span className="timeline-actor" data-actor={entry.actor}>
                {entry.actor}
              </span>
              <StateIcon state={ICON[entry.outcome]} label={entry.outcome} />
              <span className="timeline-text">
                {entry.text}
                {entry.count > 1 && (
                  <span className="timeline-count">{entry.count} times alike</span>
                )}
              </span>
              <span className="timeline-took muted">
                {entry.durationMs === null ? '' : formatDuration(entry.durationMs)}
              </span>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
