/**
 * What the runtime knows, in plain types: the result of the mappers in server/cri/map.
 * Times are Unix milliseconds; null means "never" (the wire's 0, 1970 or a negative time).
 */
export interface Sandbox {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly attempt: number;
  readonly state: 'ready' | 'not-ready';
  readonly createdAtMs: number | null;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Empty: the default handler, or a runtime that does not report it (CRI-O). */
  readonly runtimeHandler: string;
}

export type ContainerState = 'created' | 'running' | 'exited' | 'unknown';

export interface Container {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly attempt: number;
  readonly state: ContainerState;
  readonly createdAtMs: number | null;
  /** As the user wrote it where the runtime tells, else the runtime's reference. */
  readonly image: string;
  /** Image id (containerd) or repo@digest (CRI-O). */
  readonly imageRef: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** ContainerStatus: what a list does not tell. */
export interface ContainerStatus {
  readonly id: string;
  readonly state: ContainerState;
  readonly createdAtMs: number | null;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
  readonly exitCode: number;
  readonly reason: string;
  readonly message: string;
  readonly logPath: string;
  readonly mounts: readonly {
    readonly containerPath: string;
    readonly hostPath: string;
    readonly readonly: boolean;
  }[];
}

export interface SandboxStatus {
  readonly id: string;
  readonly ip: string | null;
  readonly additionalIps: readonly string[];
  readonly hostNetwork: boolean;
}

export interface Image {
  readonly id: string;
  readonly tags: readonly string[];
  readonly digests: readonly string[];
  readonly sizeBytes: number;
  readonly pinned: boolean;
}

export interface RuntimeVersion {
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  readonly runtimeApiVersion: string;
}

export interface RuntimeCondition {
  readonly type: string;
  readonly status: boolean;
  readonly reason: string;
  readonly message: string;
}

export interface RuntimeStatus {
  readonly conditions: readonly RuntimeCondition[];
  /** Named handlers; empty where the runtime does not report them (containerd 1.6). */
  readonly handlers: readonly string[];
  /** containerd's lastCNILoadStatus, e.g. "OK" or "cni config load failed: …"; null on CRI-O. */
  readonly cniLoadStatus: string | null;
  readonly cniConfDir: string | null;
  readonly cniBinDirs: readonly string[];
  readonly sandboxImage: string | null;
  readonly cgroupDriver: string | null;
}

/** One blob being written to containerd's content store (Content.ListStatuses). */
export interface Ingest {
  readonly ref: string;
  readonly startedAtMs: number | null;
  readonly updatedAtMs: number | null;
  readonly offsetBytes: number;
  readonly totalBytes: number;
}
