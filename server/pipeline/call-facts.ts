import type { CallRecord } from '../contract/journal.ts';

/** A call that the runtime's restart ended says nothing about why it did not succeed: kubelet asks again. */
const INTERRUPTED = /^the runtime was restarted before the call ended$/;

/** The newest call that tells something: interrupted ones are passed over. */
export function lastTelling(calls: readonly CallRecord[]): CallRecord | null {
  for (let index = calls.length - 1; index >= 0; index -= 1) {
    const call = calls[index];
    if (call !== undefined && !INTERRUPTED.test(call.error ?? '')) return call;
  }
  return null;
}

/** When a call was last heard of: its end, else its begin, else never. */
export function heardAtMs(call: CallRecord): number {
  return call.endedAtMs ?? call.beganAtMs ?? 0;
}

/** Milliseconds from begin to end; null when either is not known. */
export function durationOf(call: CallRecord | null): number | null {
  if (call === null || call.beganAtMs === null || call.endedAtMs === null) return null;
  return Math.max(0, call.endedAtMs - call.beganAtMs);
}

function firstOfSeries(calls: readonly CallRecord[]): number {
  let first = calls.length;
  while (first > 0 && calls[first - 1]?.outcome !== 'ok') first -= 1;
  return first;
}

/** How many calls there were since the last success: the failing series that a person calls "it". */
export function failingTries(calls: readonly CallRecord[]): number {
  return calls.length - firstOfSeries(calls);
}

/** When the failing series began: its first begin or end that is known. */
export function seriesSinceMs(calls: readonly CallRecord[]): number | null {
  for (let index = firstOfSeries(calls); index < calls.length; index += 1) {
    const call = calls[index];
    if (call?.outcome === 'failed') return call.beganAtMs ?? call.endedAtMs;
  }
  return null;
}

const NO_CALLS: readonly CallRecord[] = [];

/** The calls that satisfy `wanted`; the same list where all do, so that a long one is not copied for nothing. */
export function pickCalls(
  calls: readonly CallRecord[],
  wanted: (call: CallRecord) => boolean,
): readonly CallRecord[] {
  if (calls.length === 0) return NO_CALLS;
  let count = 0;
  calls.forEach((call) => {
    if (wanted(call)) count += 1;
  });
  if (count === 0) return NO_CALLS;
  return count === calls.length ? calls : calls.filter(wanted);
}
