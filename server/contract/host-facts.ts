import { type Section, unavailable } from './section.ts';
import type { Measured } from './stats.ts';

/** What root finds on the node without any credential. Times are Unix ms. Each part may be missing on its own. */
export interface HostFacts {
  /** kubelet's directories of pods: /var/lib/kubelet/pods/<uid>. Never entered deeper than the volumes' names. */
  readonly podDirectories: Section<readonly PodDirectory[]>;
  /** Lines of mountinfo that belong to a pod, sandbox or container. */
  readonly mounts: Section<readonly NodeMount[]>;
  /** Shims, and the processes of containers that should have ended. */
  readonly processes: Section<readonly NodeProcess[]>;
  readonly disks: Section<readonly DiskUsage[]>;
  /** Absent where it was never read, as in an old capture. */
  readonly load?: Section<NodeLoad>;
  readonly boot: Section<BootFacts>;
  /** Configuration that decides behaviour, and the binaries of CNI and OCI runtimes. */
  readonly configFiles: Section<readonly ConfigFile[]>;
  /** host-local IPAM: one file an address. */
  readonly ipReservations: Section<readonly IpReservation[]>;
  /** Images that kubelet says it is pulling: /var/lib/kubelet/image_manager/pulling. */
  readonly pullIntents: Section<readonly PullIntent[]>;
}

export interface PodDirectory {
  readonly uid: string;
  readonly path: string;
  readonly createdAtMs: number | null;
  readonly volumes: readonly {
    /** kubernetes.io/secret, kubernetes.io/csi … */
    readonly plugin: string;
    readonly name: string;
    /** By mountinfo; null where that cannot be read. emptyDir, configMap and downwardAPI are plain folders: false. */
    readonly isMounted: boolean | null;
  }[];
  /** Container folders that kubelet made. */
  readonly containers: readonly string[];
  /** Names of pods' etc-hosts and plugins do not matter; true once kubelet wrote etc-hosts. */
  readonly hasEtcHosts: boolean;
}

export interface NodeMount {
  readonly mountPoint: string;
  readonly fsType: string;
  readonly source: string;
  readonly podUid: string | null;
  readonly volumeName: string | null;
  readonly sandboxOrContainerId: string | null;
}

export type TermHandling = 'ends' | 'caught' | 'ignored' | 'no-handler';

export interface NodeProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
  /** R, S, D, Z, T of /proc/<pid>/stat. */
  readonly state: string;
  /** Where the kernel holds it, null where not told. */
  readonly waitChannel: string | null;
  readonly startedAtMs: number | null;
  readonly kind: 'shim' | 'container' | 'runtime' | 'kubelet' | 'cni' | 'other';
  /** From the shim's -id or the cgroup's path. */
  readonly sandboxOrContainerId: string | null;
  readonly podUid: string | null;
  /**
   * True when TERM is among the signals it ignores or catches (SigIgn, SigCgt), or when it is the first process of its
   * container and has no handler; null where unknown.
   */
  readonly ignoresTerm: boolean | null;
  /** What TERM does to it; `no-handler`: first process of its container, where the kernel drops TERM. Null: unknown. */
  readonly termHandling?: TermHandling | null;
}

export interface DiskUsage {
  /** What lies there: "image store", "kubelet", "logs". */
  readonly role: 'images' | 'kubelet' | 'logs' | 'root' | 'run';
  readonly path: string;
  readonly totalBytes: number;
  readonly availableBytes: number;
  readonly totalInodes: number;
  readonly availableInodes: number;
}

/** What the node as a whole is busy with; shares of the last seconds. */
export interface NodeLoad {
  readonly cpuUsedRatio: Measured;
  readonly cpuCount: number | null;
  readonly memoryTotalBytes: Measured;
  readonly memoryAvailableBytes: Measured;
  readonly cpuPressure: Measured;
  readonly memoryPressure: Measured;
  readonly ioPressure: Measured;
  /** Over one minute. */
  readonly loadAverage: Measured;
}

export interface BootFacts {
  readonly bootedAtMs: number | null;
  readonly runtimeStartedAtMs: number | null;
  readonly kubeletStartedAtMs: number | null;
  readonly kernelRelease: string | null;
  readonly cgroupVersion: 1 | 2 | null;
}

export interface ConfigFile {
  readonly path: string;
  readonly kind: 'runtime' | 'kubelet' | 'cni' | 'registry' | 'crictl' | 'binary';
  readonly modifiedAtMs: number | null;
  readonly sizeBytes: number;
}

export interface IpReservation {
  readonly network: string;
  readonly ip: string;
  readonly containerId: string | null;
  readonly createdAtMs: number | null;
}

export interface PullIntent {
  readonly image: string;
  readonly sinceMs: number | null;
  readonly path: string;
}

/** Host facts that were not gathered, for one reason. */
export function noHostFacts(reason: string): HostFacts {
  const none = unavailable(reason);
  return {
    podDirectories: none,
    mounts: none,
    processes: none,
    disks: none,
    boot: none,
    configFiles: none,
    ipReservations: none,
    pullIntents: none,
  };
}
