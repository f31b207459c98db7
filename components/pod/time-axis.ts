export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** A stretch of time in which nothing was called, cut short on the axis. */
export interface AxisGap {
  readonly x: number;
  readonly width: number;
  readonly ms: number;
}

export interface TimeAxis {
  /** Where a moment stands, from 0 to 1. */
  readonly at: (ms: number) => number;
  readonly gaps: readonly AxisGap[];
  /** From the first begin to the last end. */
  readonly spanMs: number;
}

/** A gap longer than all calls together would leave them no room: it is cut. */
const CUT_FROM_SHARE = 0.5;
/** Shorter gaps are kept whatever the calls took: they are the calls' own rhythm. */
const CUT_FROM_MS = 1_000;
/** The share of the axis that one cut gap takes, and all of them together at most. */
const GAP_SHARE = 0.05;
const MAX_GAPS_SHARE = 0.5;

/**
 * One axis for calls that take milliseconds and wait for minutes between: linear where something was called, and long
 * pauses cut to a fixed width, so that each call can be seen. Order and lengths of calls stay true to each other.
 */
export function toTimeAxis(spans: readonly Span[]): TimeAxis {
  const busy = mergeSpans(spans);
  const first = busy[0];
  const last = busy.at(-1);
  if (first === undefined || last === undefined) return { at: () => 0, gaps: [], spanMs: 0 };
  const busyMs = busy.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const cutFromMs = Math.max(CUT_FROM_MS, busyMs * CUT_FROM_SHARE);
  const pauses = busy.slice(1).map(({ startMs }, index) => ({
    startMs: busy[index]?.endMs ?? startMs,
    endMs: startMs,
  }));
  const cuts = pauses.filter(({ startMs, endMs }) => endMs - startMs > cutFromMs);
  const cutMs = cuts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const spanMs = last.endMs - first.startMs;
  const gapShare = cuts.length === 0 ? 0 : Math.min(GAP_SHARE, MAX_GAPS_SHARE / cuts.length);
  const perMs = (1 - gapShare * cuts.length) / Math.max(spanMs - cutMs, 1);
  const at = (ms: number): number => {
    let x = 0;
    let from = first.startMs;
    for (const cut of cuts) {
      if (ms <= cut.startMs) break;
      x += (cut.startMs - from) * perMs;
      const into = Math.min(ms, cut.endMs) - cut.startMs;
      x += (into / (cut.endMs - cut.startMs)) * gapShare;
      from = cut.endMs;
    }
    return Math.min(Math.max(x + Math.max(0, ms - from) * perMs, 0), 1);
  };
  const gaps = cuts.map(({ startMs, endMs }) => ({
    x: at(startMs),
    width: gapShare,
    ms: endMs - startMs,
  }));
  return { at, gaps, spanMs };
}

/** Spans that overlap or touch become one; in order of time. */
function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: { startMs: number; endMs: number }[] = [];
  for (const { startMs, endMs } of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const open = merged.at(-1);
    if (open !== undefined && startMs <= open.endMs) open.endMs = Math.max(open.endMs, endMs);
    else merged.push({ startMs, endMs: Math.max(startMs, endMs) });
  }
  return merged;
}
