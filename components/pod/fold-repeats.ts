import type { TimelineEntry } from '../../server/contract/pod.ts';

export type TimelinePart =
  | { readonly kind: 'entry'; readonly entry: TimelineEntry }
  | { readonly kind: 'fold'; readonly entries: readonly TimelineEntry[] };

/** Fewer than this are shown: a fold would take as much room as they do. */
const MIN_FOLD = 3;

/** Entries that differ in times, counts and ids only say the same thing. */
function meaning({ actor, outcome, text }: TimelineEntry): string {
  return `${actor} ${outcome} ${text.replaceAll(/[0-9a-f]{8,}|\d+/g, '#')}`;
}

/**
 * A retry loop reads as its first and its last round: what repeats both an earlier and a later entry is folded away,
 * in runs. Nothing is dropped.
 */
export function foldRepeats(entries: readonly TimelineEntry[]): readonly TimelinePart[] {
  const meanings = entries.map(meaning);
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const [index, text] of meanings.entries()) {
    if (!first.has(text)) first.set(text, index);
    last.set(text, index);
  }
  const parts: TimelinePart[] = [];
  let run: TimelineEntry[] = [];
  const flush = () => {
    if (run.length >= MIN_FOLD) parts.push({ kind: 'fold', entries: run });
    else parts.push(...run.map((entry) => ({ kind: 'entry', entry }) as const));
    run = [];
  };
  for (const [index, entry] of entries.entries()) {
    const text = meanings[index] ?? '';
    const isRepeat = first.get(text) !== index && last.get(text) !== index;
    if (isRepeat) {
      run.push(entry);
    } else {
      flush();
      parts.push({ kind: 'entry', entry });
    }
  }
  flush();
  return parts;
}
