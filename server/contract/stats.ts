/**
 * GET /stats and GET /stats/{containerId}.
 *
 * How to use them: the page of all reads `GET /stats?recent=60` once and then `GET /stats` every 5 s (`everySeconds` says
 * how often the figures change). A pod's page reads `GET /stats/{containerId}` once and then
 * `GET /stats/{containerId}?since=<last at>` every second: reading it opens the pod, whose containers are then measured each
 * second, until 30 s after the last such read. `GET /stats?pod=namespace/name&uid=` opens it too and tells its containers
 * only. Nobody reads: nothing is measured, and the line has a gap. The first figures of a rate come with the second
 * reading, about a second after the first question (10 s where the figures come from CRI).
 */
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
  /** Share of the scheduler's periods since the sample before in which it was held back, 0 to 1. */
  cpuThrottledRatio: measuredSchema,
  /** What counts against the limit and cannot be dropped at once: usage without inactive file pages. */
  memoryWorkingSetBytes: measuredSchema,
  /** Since the container began. */
  oomKills: measuredSchema,
  /** Processes and their threads, as the kernel counts them against the limit of pids. */
  processes: measuredSchema,
  /** Of the whole pod, whose containers share one network: never add it up over containers. */
  receivedBytesPerSecond: measuredSchema,
  sentBytesPerSecond: measuredSchema,
  writableLayerBytes: measuredSchema,
  /** Share of time in which some task waited, 0 to 1, over 10 s. */
  pressure: z.object({ cpu: measuredSchema, memory: measuredSchema, io: measuredSchema }),
  /** True: there is no rate since the counters began anew; the line has a gap before this sample. */
  isAfterGap: z.boolean(),
});
export type StatsSample = z.infer<typeof statsSampleSchema>;

/** What a line can be drawn of; the names of a sample, pressure in three. */
export const STATS_FIGURES = [
  'cpuCores',
  'cpuThrottledRatio',
  'memoryWorkingSetBytes',
  'oomKills',
  'processes',
  'receivedBytesPerSecond',
  'sentBytesPerSecond',
  'writableLayerBytes',
  'cpuPressure',
  'memoryPressure',
  'ioPressure',
] as const;
export type StatsFigure = (typeof STATS_FIGURES)[number];

const pointsSchema = z.array(z.number().nullable());

export const containerStatsSchema = z.object({
  containerId: z.string(),
  namespace: z.string(),
  pod: z.string(),
  /** Null where the runtime tells none. */
  podUid: z.string().nullable(),
  container: z.string(),
  /** How often it was started before, as CRI counts. */
  attempt: z.number().int(),
  cpuLimitCores: z.number().nullable(),
  cpuRequestCores: z.number().nullable(),
  memoryLimitBytes: z.number().nullable(),
  memoryRequestBytes: z.number().nullable(),
  /** "cgroup v2", "cgroup v1", "CRI": where most figures come from. */
  source: z.string(),
  latest: statsSampleSchema.nullable(),
  /** With ?recent=: the last points for a small line, oldest first, null where it has a gap. */
  recent: z.object({ cpuCores: pointsSchema, memoryWorkingSetBytes: pointsSchema }).optional(),
});
export type ContainerStats = z.infer<typeof containerStatsSchema>;

/** A pod's containers together; a figure that one of them lacks is told with what is missing. */
export const podStatsSchema = z.object({
  namespace: z.string(),
  name: z.string(),
  uid: z.string().nullable(),
  cpuCores: measuredSchema,
  memoryWorkingSetBytes: measuredSchema,
  /** Of its first network interface; missing for a pod in the node's own network. */
  receivedBytesPerSecond: measuredSchema,
  sentBytesPerSecond: measuredSchema,
});
export type PodStats = z.infer<typeof podStatsSchema>;

export const statsListSchema = z.object({
  asOf: timeSchema,
  /** How often the figures change while somebody reads this. */
  everySeconds: z.number(),
  /** Containers that run, by namespace, pod and name. */
  containers: z.array(containerStatsSchema),
  pods: z.array(podStatsSchema),
  /** Sentences about what could not be measured. */
  gaps: z.array(z.string()),
});
export type StatsList = z.infer<typeof statsListSchema>;

/**
 * Samples side by side, one list a figure, all of one length, oldest first: half an hour of rows would repeat every name a
 * thousand times. Null is missing; why stands in `missing` of the series.
 */
export const statsLineSchema = z.object({
  containerId: z.string(),
  attempt: z.number().int(),
  /** Unix ms. */
  at: z.array(z.number()),
  figures: z.record(z.enum(STATS_FIGURES), pointsSchema),
  /** Indexes of samples before which the line has a gap. */
  gapAt: z.array(z.number().int()),
});
export type StatsLine = z.infer<typeof statsLineSchema>;

export const statsSeriesSchema = statsLineSchema.extend({
  asOf: timeSchema,
  everySeconds: z.number(),
  /** Why a figure is null now; figures that are told are not among them. */
  missing: z.partialRecord(z.enum(STATS_FIGURES), z.string()),
  /** As in the list: limits, source, latest sample. Null once the container has ended. */
  container: containerStatsSchema.nullable(),
  /**
   * Lines of attempts before this one, oldest first, as far as they were watched: a container that starts anew is another
   * container. Empty with ?since=.
   */
  earlier: z.array(statsLineSchema),
  gaps: z.array(z.string()),
});
export type StatsSeries = z.infer<typeof statsSeriesSchema>;
