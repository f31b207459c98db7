import type { LiveChange } from '../contract/live.ts';
import type { PodRef } from '../runtime.ts';
import type { Judge } from './judge.ts';
import { type Complete, type Told, toLiveChange } from './live-changes.ts';

/** 5 s without news: a message all the same, so that the page's "as of" stays true. */
const CLOCK_MS = 5_000;

/**
 * The judgements as one reader sees them. It is pulled: what changes while the reader is busy is folded into the next
 * message, so nothing is buffered for it. Ends with the signal.
 */
export async function* liveStream(
  judge: Judge,
  ref: PodRef | null,
  signal: AbortSignal,
  complete?: Complete,
): AsyncGenerator<LiveChange, void, void> {
  let told: Told | null = null;
  let sentAtMs = 0;
  let wake: () => void = () => undefined;
  let hasNew = true;
  const ring = (): void => {
    hasNew = true;
    wake();
  };
  const stopListening = judge.onJudged(ring);
  signal.addEventListener('abort', ring);
  try {
    while (!signal.aborted) {
      if (!hasNew)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      hasNew = false;
      if (signal.aborted) return;
      const next = toLiveChange(told, judge.current(), ref, complete);
      const nowMs = performance.now();
      if (told !== null && !next.isNews && nowMs - sentAtMs < CLOCK_MS) continue;
      told = next.told;
      sentAtMs = nowMs;
      yield next.change;
    }
  } finally {
    stopListening();
    signal.removeEventListener('abort', ring);
  }
}
