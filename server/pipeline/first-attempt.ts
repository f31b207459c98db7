import type { CallRecord } from '../contract/journal.ts';
import { clueOfCall } from './call-clue.ts';
import { lastTelling } from './call-facts.ts';
import { joinedClues } from './joined-clues.ts';
import type { Clue, PodView } from './pod-view.ts';

/** The runtime refuses a second request for what the first one still holds: containerd's words and CRI-O's. */
const REFUSED =
  /failed to reserve (?:sandbox|container) name|error reserving (?:pod|ctr|container) name/i;

function isRefused(call: CallRecord): boolean {
  return call.outcome === 'failed' && REFUSED.test(call.error ?? '');
}

/** The attempt whose follow-up a refused call is: the newest before it that was let in, unless that one ended well. */
function attemptBefore(calls: readonly CallRecord[], refused: CallRecord): CallRecord | null {
  if (!isRefused(refused)) return null;
  for (let index = calls.lastIndexOf(refused) - 1; index >= 0; index -= 1) {
    const call = calls[index];
    if (call === undefined || isRefused(call)) continue;
    return call.outcome === 'ok' ? null : call;
  }
  return null;
}

/** The failure that an open call is a new try after; null where the call before it ended well, or there is none. */
export function failureBefore(calls: readonly CallRecord[], open: CallRecord): CallRecord | null {
  const before = lastTelling(calls.slice(0, Math.max(0, calls.lastIndexOf(open))));
  return before?.outcome === 'failed' ? before : null;
}

/** What tells why a call failed: the attempt that it had to wait for, its own words, then the lines beside each. */
export function cluesOf(
  view: PodView,
  calls: readonly CallRecord[],
  call: CallRecord,
): { readonly clues: readonly Clue[]; readonly first: CallRecord | null } {
  const first = attemptBefore(calls, call);
  const own = [clueOfCall(call), ...joinedClues(view, call)];
  if (first === null) return { clues: own, first };
  const joined = first.outcome === 'failed' ? joinedClues(view, first) : [];
  return { clues: [clueOfCall(first), ...joined, ...own], first };
}
