import type { ContainerEnd } from './exit-cause.ts';
import type { Clue } from './pod-view.ts';
import { type ProbeKind, probeFailures } from './probe-lines.ts';
import { shorten } from './status-words.ts';

/** 80 characters: beside the words around it, a row of the table. */
const MAX_WORDS_LENGTH = 80;
/** 2 min: from the probe's last failure over the grace period to the container's end. */
const GRACE_MS = 120_000;

/** A failing probe (or hook) that explains the end of a container, with a few words of what it answered. */
export function probeClue(
  end: ContainerEnd,
  kind: ProbeKind,
): (Clue & { readonly words: string }) | null {
  const endedAtMs = end.exit.finishedAtMs ?? Number.POSITIVE_INFINITY;
  const clues = probeFailures(end.view, end.container, kind, endedAtMs + GRACE_MS);
  const told = clues.find((clue) => !/will be restarted/.test(clue.text) && clue.text !== '');
  const clue = told ?? clues[0];
  if (clue === undefined) return null;
  const name = kind === 'PostStart' ? 'postStart hook' : `${kind.toLowerCase()} probe`;
  const text = told === undefined ? undefined : shorten(told.text, MAX_WORDS_LENGTH);
  return { ...clue, words: text === undefined ? `${name} failed` : `${name}: ${text}` };
}
