import type { UsualDuration } from '../contract/history.ts';
import type { CallRecord } from '../contract/journal.ts';

/** The newest of each call: enough for a p95, and the node as it is now. */
export const USUAL_SAMPLE = 500;
/** Fewer tell nothing about what is usual. */
const MIN_SAMPLE = 5;

type Samples = ReadonlyMap<CallRecord['call'], readonly number[]>;

/** Median and p95 of each call of which enough ended well. */
export function toUsualDurations(samples: readonly Samples[]): readonly UsualDuration[] {
  const joined = new Map<string, number[]>();
  for (const sample of samples) {
    for (const [call, durations] of sample) {
      joined.set(call, [...(joined.get(call) ?? []), ...durations]);
    }
  }
  return [...joined].flatMap(([call, durations]) => {
    if (durations.length < MIN_SAMPLE) return [];
    const sorted = durations.sort((a, b) => a - b);
    const medianMs = at(sorted, 0.5);
    return [{ call, medianMs, p95Ms: at(sorted, 0.95), count: sorted.length }];
  });
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
