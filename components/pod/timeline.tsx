'use client';
import { useEffect } from 'react';
import type { TimelineEntry } from '../../server/contract/pod.ts';
import { StateLink } from '../data/state-link.tsx';
import { useUrlState } from '../data/url-state.ts';
import { formatDuration, utcClock } from '../ui/format.ts';
import { ACTOR_WORD } from './actors.ts';
import { foldRepeats, type TimelinePart } from './fold-repeats.ts';
import { shownActors, toChips } from './timeline-actors.ts';
import { nearestEntry, showMoment } from './timeline-moment.ts';
import { TimelineRow } from './timeline-row.tsx';

/** A silence of a minute is told: it is where a back-off or a hang stands. */
const WORTH_TELLING_MS = 60_000;

/** What everybody did, oldest first, on one axis: who is shown and which moment is sought are in the address. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const url = useUrlState();
  const sought = url.get('at');
  useEffect(() => {
    if (sought !== null) showMoment();
  }, [sought]);
  if (entries.length === 0) {
    return <p className="timeline-empty muted">No source has told of a call for this pod yet.</p>;
  }
  const shown = shownActors(url.get('actors'));
  const rows = entries.filter(({ actor }) => shown.has(actor));
  const moment = nearestEntry(rows, sought);
  const parts = foldRepeats(rows);
  return (
    <>
      <Chips entries={entries} asked={url.get('actors')} />
      <ol className="timeline live-data">
        {parts.map((part, index) => {
          const key = `${index} ${startOf(part)}`;
          return <Part key={key} part={part} before={parts[index - 1] ?? null} moment={moment} />;
        })}
      </ol>
    </>
  );
}

function Chips({ entries, asked }: { entries: readonly TimelineEntry[]; asked: string | null }) {
  const chips = toChips(entries, asked);
  if (chips.length < 2) return null;
  return (
    <nav className="chips" aria-label="Who is shown">
      {chips.map(({ actor, count, isShown, next }) => (
        <StateLink
          key={actor}
          className="chip"
          data-actor={actor}
          change={{ actors: next, at: null }}
          aria-current={isShown ? 'true' : undefined}
        >
          <i aria-hidden />
          {ACTOR_WORD[actor]} <span className="num">{count}</span>
          <span className="only-screen-reader">{isShown ? ', shown' : ', hidden'}</span>
        </StateLink>
      ))}
    </nav>
  );
}

const startOf = (part: TimelinePart): string =>
  (part.kind === 'entry' ? part.entry.at : part.entries[0]?.at) ?? '';
const endOf = (part: TimelinePart): string =>
  (part.kind === 'entry' ? part.entry.at : part.entries.at(-1)?.at) ?? '';

interface PartProps {
  readonly part: TimelinePart;
  readonly before: TimelinePart | null;
  readonly moment: TimelineEntry | null;
}

function Part({ part, before, moment }: PartProps) {
  const silenceMs = before === null ? 0 : Date.parse(startOf(part)) - Date.parse(endOf(before));
  return (
    <>
      {silenceMs >= WORTH_TELLING_MS && (
        <li className="timeline-silence faint">{formatDuration(silenceMs)} later</li>
      )}
      {part.kind === 'entry' ? (
        <TimelineRow entry={part.entry} isMoment={part.entry === moment} />
      ) : (
        <Fold entries={part.entries} moment={moment} />
      )}
    </>
  );
}

interface FoldProps {
  readonly entries: readonly TimelineEntry[];
  readonly moment: TimelineEntry | null;
}

function Fold({ entries, moment }: FoldProps) {
  const [from, to] = [entries[0]?.at ?? '', entries.at(-1)?.at ?? ''];
  const hasMoment = moment !== null && entries.includes(moment);
  return (
    <li>
      <details className="timeline-fold" open={hasMoment || undefined}>
        <summary>
          {entries.length} entries between, alike · {utcClock(from)} to {utcClock(to)}
        </summary>
        <ol>
          {entries.map((entry, index) => (
            <TimelineRow
              // biome-ignore lint/suspicious/noArrayIndexKey: equal lines may bear one time
              key={`${index} ${entry.at}`}
              entry={entry}
              isMoment={entry === moment}
            />
          ))}
        </ol>
      </details>
    </li>
  );
}
