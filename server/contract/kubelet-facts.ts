import { type Section, unavailable } from './section.ts';

/** What kubelet tells beside its pods. A kubelet "ok" proves nothing about the runtime (measured). */
export interface KubeletFacts {
  readonly health: Section<KubeletHealth>;
  readonly config: Section<KubeletConfigz>;
  readonly metrics: Section<KubeletMetrics>;
  readonly summary: Section<KubeletSummary>;
  /** Devices and CPUs given to containers, from the pod-resources socket. */
  readonly podResources: Section<readonly PodResources[]>;
}

export interface KubeletHealth {
  readonly isOk: boolean;
  readonly text: string;
}

/** The fields of /configz that decide behaviour; null where the answer has none. */
export interface KubeletConfigz {
  readonly containerRuntimeEndpoint: string | null;
  readonly cgroupDriver: string | null;
  readonly cgroupsPerQos: boolean | null;
  readonly serializeImagePulls: boolean | null;
  readonly maxParallelImagePulls: number | null;
  readonly registryPullQps: number | null;
  readonly registryBurst: number | null;
  readonly maxPods: number | null;
  readonly staticPodPath: string | null;
  readonly runtimeRequestTimeoutMs: number | null;
  readonly shutdownGracePeriodMs: number | null;
  readonly evictionHard: Readonly<Record<string, string>>;
  readonly featureGates: Readonly<Record<string, boolean>>;
}

export interface KubeletMetrics {
  /** Seconds between relists and what they took, as medians and p99 of the process's life. */
  readonly plegRelistP99Ms: number | null;
  /** kubelet_pleg_last_seen_seconds. */
  readonly plegLastSeenAtMs: number | null;
  readonly runtimeOperations: readonly {
    readonly operation: string;
    readonly count: number;
    readonly errors: number;
    readonly p99Ms: number | null;
  }[];
  readonly runningPods: number | null;
  readonly evictions: Readonly<Record<string, number>>;
}

export interface KubeletSummary {
  readonly nodeMemoryAvailableBytes: number | null;
  readonly nodeFsAvailableBytes: number | null;
  readonly nodeFsCapacityBytes: number | null;
  readonly nodeFsInodesFree: number | null;
  readonly imageFsAvailableBytes: number | null;
  readonly imageFsCapacityBytes: number | null;
  readonly processCount: number | null;
  readonly maxProcesses: number | null;
}

export interface PodResources {
  readonly namespace: string;
  readonly name: string;
  readonly containers: readonly {
    readonly name: string;
    readonly devices: readonly { readonly resource: string; readonly ids: readonly string[] }[];
    readonly cpuIds: readonly number[];
  }[];
}

/** Kubelet facts that were not gathered, for one reason. */
export function noKubeletFacts(reason: string): KubeletFacts {
  const none = unavailable(reason);
  return { health: none, config: none, metrics: none, summary: none, podResources: none };
}
