import type { CallRow } from '../../server/contract/call.ts';

export const CALL_SORTS = ['began', 'duration', 'usual'] as const;
export type CallSort = (typeof CALL_SORTS)[number];

export function toSort(text: string | null): CallSort {
  return CALL_SORTS.find((sort) => sort === text) ?? 'began';
}

/** How many times as long as usual; what is not known sorts last. */
function times({ durationMs, usualMs }: CallRow): number {
  return durationMs === null || usualMs === null || usualMs <= 0 ? -1 : durationMs / usualMs;
}

/** Calls in flight, longest first, and the others: newest first as the server tells them, or the longest first. */
export function splitCalls(
  calls: readonly CallRow[],
  sort: CallSort,
): { readonly inFlight: readonly CallRow[]; readonly others: readonly CallRow[] } {
  const inFlight = calls.filter(({ outcome }) => outcome === 'in-flight');
  const others = calls.filter(({ outcome }) => outcome !== 'in-flight');
  if (sort === 'began') return { inFlight, others };
  const weight = sort === 'usual' ? times : ({ durationMs }: CallRow) => durationMs ?? -1;
  return { inFlight, others: others.toSorted((a, b) => weight(b) - weight(a)) };
}
