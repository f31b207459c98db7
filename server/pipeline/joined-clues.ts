import type { CallRecord } from '../contract/journal.ts';
import { heardAtMs } from './call-facts.ts';
import { quoteRuntimeLine } from './evidence.ts';
import type { Clue, PodView } from './pod-view.ts';

/** 5 s: the true reason is logged within moments of the failing call. */
const JOIN_WINDOW_MS = 5_000;
/** What the runtime could not undo after the failure tells nothing about the failure. */
const FOLLOW_UP =
  /^(?:Failed to destroy network|Failed to pipe std|failed to (?:delete|remove|clean))/i;

/** Warnings and errors about the pod around the failing call: the innermost cause may stand there. */
export function joinedClues(view: PodView, call: CallRecord): Clue[] {
  const atMs = heardAtMs(call);
  return view.runtimeLog
    .filter(
      (line) =>
        line.text !== call.text &&
        !FOLLOW_UP.test(line.message) &&
        Math.abs((line.atMs ?? 0) - atMs) <= JOIN_WINDOW_MS,
    )
    .map((line) => ({
      text: [line.message, line.fields['error'] ?? line.fields['err'] ?? ''].join(': '),
      evidence: quoteRuntimeLine(line),
    }));
}
