import { z } from 'zod';
import { timeSchema } from './evidence.ts';

/** A number, or why there is none: "not reported by containerd 2.1", never 0. */
export const measuredSchema = z.union([z.number(), z.object({ missing: z.string() })]);
export type Measured = z.infer<typeof measuredSchema>;

/** What a container used at one moment; rates are ours, over the time since the sample before. */
export const statsSampleSchema = z.object({
  at: timeSchema,
  /** Cores: 1.5 is one and a half. */
  cpuCores: measuredSchema,
  /** Share of periods in which it was held back, 0 to 1. */
  cpuThrottledRatio: measuredSchema,
  memoryWorkingSetBytes: measuredSchema,
  /** Since the container began. */
  oomKills: measuredSchema,
  processes: measuredSchema,
  receivedBytesPerSecond: measuredSchema,
  sentBytesPerSecond: measuredSchema,
  writableLayerBytes: measuredSchema,
  /** Share of time in which some task waited, 0 to 1, over 10 s. */
  pressure: z.object({ cpu: measuredSchema, memory: measuredSchema, io: measuredSchema }),
  /** True: there is no rate since the counters began anew; the line has a gap before this sample. */
  isAfterGap: z.boolean(),
});
export type StatsSample = z.infer<typeof statsSampleSchema>;

export const containerStatsSchema = z.object({
  containerId: z.string(),
  namespace: z.string(),
  pod: z.string(),
  container: z.string(),
  cpuLimitCores: z.number().nullable(),
  cpuRequestCores: z.number().nullable(),
  memoryLimitBytes: z.number().nullable(),
  /** "cgroup v2", "CRI": where the figures come from. */
  source: z.string(),
  latest: statsSampleSchema.nullable(),
});
export type ContainerStats = z.infer<typeof containerStatsSchema>;

export const statsListSchema = z.object({
  asOf: timeSchema,
  containers: z.array(containerStatsSchema),
  /** Sentences about what could not be measured. */
  gaps: z.array(z.string()),
});
export type StatsList = z.infer<typeof statsListSchema>;

export const statsSeriesSchema = z.object({
  containerId: z.string(),
  /** Oldest first, bounded. */
  samples: z.array(statsSampleSchema),
});
export type StatsSeries = z.infer<typeof statsSeriesSchema>;
