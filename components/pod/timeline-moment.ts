import type { TimelineEntry } from '../../server/contract/pod.ts';

/** The id of the entry that a piece of evidence led to. */
export const MOMENT_ID = 'timeline-moment';

/** The entry nearest to a time; of equally near ones the first. */
export function nearestEntry(
  entries: readonly TimelineEntry[],
  at: string | null,
): TimelineEntry | null {
  const atMs = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(atMs)) return null;
  let nearest: TimelineEntry | null = null;
  let bestMs = Number.POSITIVE_INFINITY;
  for (const entry of entries) {
    const distanceMs = Math.abs(Date.parse(entry.at) - atMs);
    if (distanceMs >= bestMs) continue;
    nearest = entry;
    bestMs = distanceMs;
  }
  return nearest;
}

/** Brings the marked entry into sight and gives it the focus, once it is rendered. */
export function showMoment(): void {
  requestAnimationFrame(() => {
    const element = document.getElementById(MOMENT_ID);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  });
}
