import type { SnapshotIndex } from './snapshot-index.ts';

/** 100 ms: what kubelet needs between the end of one queued pull and the begin of the next. */
const HAND_OVER_MS = 100;

/** Times in which some pull was in flight, merged, oldest first. */
export type PullTraffic = readonly { readonly fromMs: number; readonly toMs: number }[];

/** All pulls of the journal as one list of busy spans; hand-overs shorter than 100 ms do not part them. */
export function pullTraffic(index: SnapshotIndex): PullTraffic {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const calls of index.pullsByImage.values()) {
    for (const { beganAtMs, endedAtMs } of calls) {
      if (beganAtMs !== null)
        spans.push({ fromMs: beganAtMs, toMs: endedAtMs ?? Number.POSITIVE_INFINITY });
    }
  }
  spans.sort((a, b) => a.fromMs - b.fromMs);
  const merged: { fromMs: number; toMs: number }[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last !== undefined && span.fromMs - last.toMs <= HAND_OVER_MS) {
      last.toMs = Math.max(last.toMs, span.toMs);
    } else merged.push({ ...span });
  }
  return merged;
}

/** Since when pulls were in flight without a pause at `atMs`; `atMs` itself when the way was free. */
export function busySinceMs(traffic: PullTraffic, atMs: number): number {
  let low = 0;
  let high = traffic.length - 1;
  let found = atMs;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = traffic[middle];
    if (span === undefined) break;
    if (span.fromMs > atMs) high = middle - 1;
    else {
      if (span.toMs >= atMs) found = span.fromMs;
      low = middle + 1;
    }
  }
  return found;
}
