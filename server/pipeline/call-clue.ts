import type { CallRecord } from '../contract/journal.ts';
import type { SourceName } from '../contract/node-status.ts';
import { quoteCall } from './evidence.ts';
import type { Clue, PodView } from './pod-view.ts';

/** The failing call's own words; without text where the runtime logs only that it failed (CRI-O above level debug). */
export function clueOfCall(call: CallRecord): Clue {
  return { text: call.error ?? '', evidence: quoteCall(call) };
}

/** Where the words of a failed call would stand that the runtime does not log. */
export function needsForError(view: PodView, clues: readonly Clue[]): readonly SourceName[] {
  if (clues.some((clue) => clue.text !== '')) return [];
  return (['kubelet', 'kubelet-log'] as const).filter((name) => !view.node.has[name]);
}
