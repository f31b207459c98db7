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

/** The calls since the last success: the failing series that a person calls "it". */
export function failingSeries(calls: readonly CallRecord[]): readonly CallRecord[] {
  let first = calls.length;
  while (first > 0 && calls[first - 1]?.outcome !== 'ok') first -= 1;
  return calls.slice(first);
}

/** When the failing series began: its first begin or end that is known. */
export function seriesSinceMs(calls: readonly CallRecord[]): number | null {
  for (const call of failingSeries(calls)) {
    if (call.outcome === 'failed') return call.beganAtMs ?? call.endedAtMs;
  }
  return null;
}
