import type { Measured } from './stats.ts';

/**
 * What a source tells of one container at one moment: counters that only grow, and values of that moment. A figure that the
 * source cannot tell says why.
 */
export interface ContainerCounters {
  /** Unix ms, for people. */
  readonly takenAtMs: number;
  /** Of a clock that only goes forward; rates are told by its differences. */
  readonly tickMs: number;
  readonly cpuUsageUs: Measured;
  readonly cpuPeriods: Measured;
  readonly cpuThrottledPeriods: Measured;
  readonly memoryWorkingSetBytes: Measured;
  readonly oomKills: Measured;
  readonly processes: Measured;
  readonly cpuPressure: Measured;
  readonly memoryPressure: Measured;
  readonly ioPressure: Measured;
  /** Null: no limit. */
  readonly cpuLimitCores: number | null;
  readonly memoryLimitBytes: number | null;
  /** Null: none, or not to be told from the group. */
  readonly cpuRequestCores: number | null;
}

/** Bytes over a pod's network since its sandbox began. */
export interface NetworkCounters {
  readonly tickMs: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

/** One row of the runtime's own figures; null is what it does not report. */
export interface RuntimeContainerStats {
  readonly containerId: string;
  readonly cpu: {
    /** The runtime's clock, Unix ms with fractions. */
    readonly atMs: number;
    readonly usageUs: number;
  } | null;
  readonly memoryWorkingSetBytes: number | null;
  /** `not-yet`: the runtime has it, and has not measured it yet. */
  readonly writableLayerBytes: number | 'not-yet' | null;
  /** Shares, 0 to 1, over 10 s. */
  readonly cpuPressure: number | null;
  readonly memoryPressure: number | null;
  readonly ioPressure: number | null;
}

/** The runtime's own figures of one sandbox. */
export interface RuntimePodStats {
  readonly sandboxId: string;
  /** Of the first interface; null where the runtime does not report it, as for pods in the node's network. */
  readonly network: { readonly receivedBytes: number; readonly sentBytes: number } | null;
  readonly containers: readonly RuntimeContainerStats[];
}
