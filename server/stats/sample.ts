import type { Measured, StatsFigure } from '../contract/stats.ts';
import type { ContainerCounters, NetworkCounters } from '../contract/stats-counters.ts';

/** Everything that was read of a container at one moment. */
export interface Reading {
  readonly counters: ContainerCounters;
  /** Of its pod, or why there is none. */
  readonly network: NetworkCounters | { readonly missing: string };
  readonly writableLayerBytes: Measured;
  /** When we heard it, by our own clock that only goes forward. */
  readonly heardMs: number;
}

/** What is told of a container at one moment, rates included. */
export interface Sample {
  readonly atMs: number;
  readonly figures: Readonly<Record<StatsFigure, Measured>>;
  readonly isAfterGap: boolean;
}

/** Why a rate is missing that will come. */
const NOT_YET = 'a rate is known from the second reading on';
const BEGAN_ANEW = 'its counters began anew';
const NOT_WATCHED = 'nobody watched before';
const CLOCK_JUMPED = "the runtime's clock was set";

/** A longer time without a reading is a gap: its mean would be drawn as if it had been seen. */
const GAP_INTERVALS = 3;
/** 3 s: a reading that comes late on a busy node is none. */
const MIN_GAP_MS = 3_000;
/** The runtime stamps its figures when it takes them, which may be this long before we hear them. */
const STAMP_TOLERANCE_MS = 3_000;
/** 400 ms: a rate over a shorter time is mostly the jitter of reading. */
const MIN_RATE_MS = 400;
/** The kernel counts in whole periods of its clock: more cores than there are, by this much, is rounding. */
const CORES_TOLERANCE = 1.1;

/** 15 s: the runtime is asked for networks every 10 s, and may take some seconds to answer. */
const HOLD_MS = 15_000;

export interface RateOptions {
  /** How often readings come. */
  readonly everyMs: number;
  /** How many cores the node has; null where unknown. No rate is above it. */
  readonly cores: number | null;
  /** The sample that was told last: a figure that the runtime tells seldom is shown until it tells the next. */
  readonly latest?: Sample | null;
}

/**
 * The sample of `now`, with rates since `before` (null: there was none, or the container was gone meanwhile). Null when `now`
 * tells nothing beyond `before`: the very reading, as runtimes that keep their figures answer it, or one just after it.
 */
export function toSample(
  before: Reading | null,
  now: Reading,
  options: RateOptions,
): Sample | null {
  if (before !== null && isSameReading(before, now)) return null;
  const gap = whyGap(before, now, options);
  const { counters } = now;
  return {
    atMs: counters.takenAtMs,
    isAfterGap: gap !== null,
    figures: {
      cpuCores: gap === null ? cpuCores(before, now) : orMissing(counters.cpuUsageUs, gap),
      cpuThrottledRatio:
        gap === null ? throttled(before, now) : orMissing(counters.cpuThrottledPeriods, gap),
      memoryWorkingSetBytes: counters.memoryWorkingSetBytes,
      oomKills: counters.oomKills,
      processes: counters.processes,
      ...networkRates(before, now, { ...options, gap }),
      writableLayerBytes: now.writableLayerBytes,
      cpuPressure: counters.cpuPressure,
      memoryPressure: counters.memoryPressure,
      ioPressure: counters.ioPressure,
    },
  };
}

/** What is missing for good keeps its own reason; what is counted is missing for this moment. */
function orMissing(counter: Measured, why: string): Measured {
  return typeof counter === 'number' ? { missing: why } : counter;
}

function isSameReading(before: Reading, now: Reading): boolean {
  const ranMs = now.counters.tickMs - before.counters.tickMs;
  return ranMs >= 0 && ranMs < MIN_RATE_MS;
}

/** Why there is no rate since the reading before; null when there is one. */
function whyGap(before: Reading | null, now: Reading, options: RateOptions): string | null {
  if (before === null) return NOT_YET;
  const ranMs = now.counters.tickMs - before.counters.tickMs;
  const heardAfterMs = now.heardMs - before.heardMs;
  if (ranMs < 0 || Math.abs(ranMs - heardAfterMs) > STAMP_TOLERANCE_MS) return CLOCK_JUMPED;
  if (ranMs > Math.max(options.everyMs * GAP_INTERVALS, MIN_GAP_MS)) return NOT_WATCHED;
  return hasBegunAnew(before.counters, now.counters, options.cores) ? BEGAN_ANEW : null;
}

/** Counters only grow, and no container uses more cores than there are. */
function hasBegunAnew(
  before: ContainerCounters,
  now: ContainerCounters,
  cores: number | null,
): boolean {
  const pairs = [
    [before.cpuUsageUs, now.cpuUsageUs],
    [before.cpuPeriods, now.cpuPeriods],
    [before.oomKills, now.oomKills],
  ] as const;
  if (pairs.some(([a, b]) => (growth(a, b) ?? 0) < 0)) return true;
  const usedUs = growth(before.cpuUsageUs, now.cpuUsageUs) ?? 0;
  const ranUs = (now.tickMs - before.tickMs) * 1_000;
  return cores !== null && usedUs > ranUs * cores * CORES_TOLERANCE;
}

function growth(before: Measured, now: Measured): number | null {
  return typeof before === 'number' && typeof now === 'number' ? now - before : null;
}

function cpuCores(before: Reading | null, { counters }: Reading): Measured {
  if (typeof counters.cpuUsageUs !== 'number') return counters.cpuUsageUs;
  const usedUs = growth(before?.counters.cpuUsageUs ?? counters.cpuUsageUs, counters.cpuUsageUs);
  if (before === null || usedUs === null) return { missing: NOT_YET };
  return usedUs / 1_000 / (counters.tickMs - before.counters.tickMs);
}

function throttled(before: Reading | null, { counters }: Reading): Measured {
  const { cpuPeriods, cpuThrottledPeriods } = counters;
  if (typeof cpuThrottledPeriods !== 'number') return cpuThrottledPeriods;
  if (before === null) return { missing: NOT_YET };
  const periods = growth(before.counters.cpuPeriods, cpuPeriods);
  const held = growth(before.counters.cpuThrottledPeriods, cpuThrottledPeriods);
  if (periods === null || held === null) return { missing: NOT_YET };
  // No period passed: it slept all the time, and was not held back.
  return periods === 0 ? 0 : Math.min(1, Math.max(0, held / periods));
}

function networkRates(
  before: Reading | null,
  now: Reading,
  { gap, latest = null }: Pick<RateOptions, 'latest'> & { readonly gap: string | null },
) {
  if (gap === null && latest !== null && before !== null && isHeardAgain(before, now)) {
    const { receivedBytesPerSecond, sentBytesPerSecond } = latest.figures;
    return { receivedBytesPerSecond, sentBytesPerSecond };
  }
  return {
    receivedBytesPerSecond: bytesPerSecond(before, now, 'receivedBytes', gap),
    sentBytesPerSecond: bytesPerSecond(before, now, 'sentBytes', gap),
  };
}

/** Whether the runtime, asked every 10 s, has told nothing newer yet, though it might. */
function isHeardAgain(before: Reading, now: Reading): boolean {
  if ('missing' in before.network || 'missing' in now.network) return false;
  const ageMs = now.heardMs - now.network.tickMs;
  return before.network.tickMs === now.network.tickMs && ageMs <= HOLD_MS;
}

function bytesPerSecond(
  before: Reading | null,
  now: Reading,
  counter: 'receivedBytes' | 'sentBytes',
  gap: string | null,
): Measured {
  if ('missing' in now.network) return { missing: now.network.missing };
  if (gap !== null) return { missing: gap };
  if (before === null || 'missing' in before.network) return { missing: NOT_YET };
  const bytes = now.network[counter] - before.network[counter];
  const ranMs = now.network.tickMs - before.network.tickMs;
  // A pod's network that was made anew counts anew; the same figure heard twice is no rate.
  if (bytes < 0) return { missing: BEGAN_ANEW };
  return ranMs <= 0 ? { missing: NOT_YET } : (bytes * 1_000) / ranMs;
}
