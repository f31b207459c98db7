import type { CallRow } from '../../server/contract/call.ts';

/** Rows kept of a list that a person reads back: more would make filtering slow, and nobody scrolls so far. */
const MAX_KEPT_CALLS = 5_000;

/** Newest first, by when a call was last heard of, as the server orders. By code unit: RFC 3339 in UTC sorts so. */
function byNewest(a: CallRow, b: CallRow): number {
  const [left, right] = [a.endedAt ?? a.beganAt ?? '', b.endedAt ?? b.beganAt ?? ''];
  return left < right ? 1 : left > right ? -1 : 0;
}

/**
 * The newest answer, with what older pages told behind it. A call that was in flight when it was seen is not kept: only
 * the newest answer knows what is in flight now.
 */
export function mergeCalls(
  newest: readonly CallRow[],
  kept: readonly CallRow[],
): readonly CallRow[] {
  if (kept.length === 0) return newest;
  const known = new Set(newest.map(({ id }) => id));
  const rest = kept.filter(({ id, outcome }) => outcome !== 'in-flight' && !known.has(id));
  const inFlight = newest.filter(({ outcome }) => outcome === 'in-flight');
  const ended = newest.filter(({ outcome }) => outcome !== 'in-flight');
  return [...inFlight, ...[...ended, ...rest].sort(byNewest).slice(0, MAX_KEPT_CALLS)];
}
