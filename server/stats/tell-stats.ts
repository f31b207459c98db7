import type { KubeletResources } from '../contract/kubelet-pod.ts';
import { valueOr } from '../contract/section.ts';
import {
  type ContainerStats,
  type Measured,
  type PodStats,
  STATS_FIGURES,
  type StatsFigure,
  type StatsSample,
  type StatsSeries,
} from '../contract/stats.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { ContainerSeries } from './container-series.ts';
import type { Sample } from './sample.ts';
import type { Target, TargetPod } from './targets.ts';

/** Two readings missed: older figures are not those of now. */
const STALE_MS = 25_000;

/** A sample in the words of the contract. */
function toStatsSample({ atMs, figures, isAfterGap }: Sample): StatsSample {
  const { cpuPressure, memoryPressure, ioPressure, ...rest } = figures;
  return {
    at: new Date(atMs).toISOString(),
    ...rest,
    pressure: { cpu: cpuPressure, memory: memoryPressure, io: ioPressure },
    isAfterGap,
  };
}

export interface TellOptions {
  readonly nowMs: number;
  /** By container id. */
  readonly resources: ReadonlyMap<string, KubeletResources>;
  /** Points for small lines; 0 for none. */
  readonly recent: number;
}

function freshSample(series: ContainerSeries | undefined, nowMs: number): Sample | null {
  const latest = series?.latest ?? null;
  return latest === null || nowMs - latest.atMs > STALE_MS ? null : latest;
}

/** One row of the list. */
export function tellContainer(
  target: Target,
  series: ContainerSeries | undefined,
  { nowMs, resources, recent }: TellOptions,
): ContainerStats {
  const latest = freshSample(series, nowMs);
  const wanted = resources.get(target.containerId);
  const counters = series?.reading?.counters;
  return {
    containerId: target.containerId,
    namespace: target.namespace,
    pod: target.pod,
    podUid: target.podUid,
    container: target.container,
    attempt: target.attempt,
    // What the kernel enforces goes before what kubelet was told.
    cpuLimitCores: counters?.cpuLimitCores ?? wanted?.cpuLimitCores ?? null,
    cpuRequestCores: wanted?.cpuRequestCores ?? counters?.cpuRequestCores ?? null,
    memoryLimitBytes: counters?.memoryLimitBytes ?? wanted?.memoryLimitBytes ?? null,
    memoryRequestBytes: wanted?.memoryRequestBytes ?? null,
    source: series?.source ?? '',
    latest: latest === null ? null : toStatsSample(latest),
    ...(recent === 0 || series === undefined
      ? {}
      : {
          recent: {
            cpuCores: series.recent('cpuCores', recent),
            memoryWorkingSetBytes: series.recent('memoryWorkingSetBytes', recent),
          },
        }),
  };
}

const NOT_MEASURED = 'not measured yet';

/** A pod's containers together. */
export function tellPod(
  pod: TargetPod,
  seriesOf: (containerId: string) => ContainerSeries | undefined,
  nowMs: number,
): PodStats {
  const samples = pod.containers.map((one) => freshSample(seriesOf(one.containerId), nowMs));
  const sum = (figure: StatsFigure): Measured => {
    let total = 0;
    for (const sample of samples) {
      const value = sample?.figures[figure] ?? { missing: NOT_MEASURED };
      if (typeof value !== 'number') return value;
      total += value;
    }
    return total;
  };
  const any = (figure: StatsFigure): Measured => {
    const known = samples.flatMap((sample) => (sample === null ? [] : [sample.figures[figure]]));
    return (
      known.find((value) => typeof value === 'number') ?? known[0] ?? { missing: NOT_MEASURED }
    );
  };
  return {
    namespace: pod.namespace,
    name: pod.pod,
    uid: pod.podUid,
    cpuCores: sum('cpuCores'),
    memoryWorkingSetBytes: sum('memoryWorkingSetBytes'),
    receivedBytesPerSecond: any('receivedBytesPerSecond'),
    sentBytesPerSecond: any('sentBytesPerSecond'),
  };
}

/** Why figures are missing now. */
export function missingOf(series: ContainerSeries | undefined): StatsSeries['missing'] {
  const latest = series?.latest ?? null;
  if (latest === null) return {};
  const missing: StatsSeries['missing'] = {};
  for (const figure of STATS_FIGURES) {
    const value = latest.figures[figure];
    if (typeof value !== 'number') missing[figure] = value.missing;
  }
  return missing;
}

/** What kubelet was asked to give each container, by its id. */
export function resourcesOf({ kubeletPods }: NodeSnapshot): ReadonlyMap<string, KubeletResources> {
  const resources = new Map<string, KubeletResources>();
  for (const pod of valueOr(kubeletPods, [])) {
    for (const one of pod.containers) {
      if (one.containerId !== null && one.resources) resources.set(one.containerId, one.resources);
    }
  }
  return resources;
}
