/** The parts of a pod, as kubelet's /pods gives them, that a verdict reads. Times are Unix ms. */
export interface KubeletPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly createdAtMs: number | null;
  readonly deletionAtMs: number | null;
  readonly deletionGraceSeconds: number | null;
  readonly finalizers: readonly string[];
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly hostNetwork: boolean;
  readonly runtimeClassName: string | null;
  readonly phase: string;
  /** status.reason / status.message: why a pod was rejected or evicted. */
  readonly reason: string | null;
  readonly message: string | null;
  readonly qosClass: string | null;
  readonly podIp: string | null;
  readonly startedAtMs: number | null;
  readonly conditions: readonly KubeletCondition[];
  /** In the order of the spec: init (and sidecars among them), app, ephemeral. */
  readonly containers: readonly KubeletContainer[];
}

export interface KubeletCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string | null;
  readonly message: string | null;
  readonly changedAtMs: number | null;
}

export interface KubeletContainer {
  readonly name: string;
  readonly type: 'init' | 'sidecar' | 'app' | 'ephemeral';
  readonly image: string;
  readonly imagePullPolicy: string;
  readonly hasReadinessProbe: boolean;
  readonly hasLivenessProbe: boolean;
  readonly hasStartupProbe: boolean;
  readonly ready: boolean;
  readonly started: boolean | null;
  readonly restartCount: number;
  /** Id without its scheme, null before the first record. */
  readonly containerId: string | null;
  readonly state: KubeletContainerState;
  readonly lastState: KubeletContainerState;
  /** What the spec asks for; absent where it asks for nothing. */
  readonly resources?: KubeletResources;
  /** How the spec wants it run; absent where that was not told or is too long to keep. */
  readonly wants?: KubeletWants;
}

/** What a spec says beside the image. Never what is in env or in a volume. */
export interface KubeletWants {
  /** In place of the image's own entrypoint and arguments; empty: those. Variables are not filled in. */
  readonly command: readonly string[];
  readonly args: readonly string[];
  /** Where volumes are mounted in the container. */
  readonly mountPaths: readonly string[];
  /** Settings of security that differ from none being given, in words: "user 1000", "privileged". */
  readonly security: readonly string[];
}

/** Requests and limits of the spec; null where it has none. */
export interface KubeletResources {
  readonly cpuRequestCores: number | null;
  readonly cpuLimitCores: number | null;
  readonly memoryRequestBytes: number | null;
  readonly memoryLimitBytes: number | null;
}

export type KubeletContainerState =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting'; readonly reason: string; readonly message: string }
  | { readonly kind: 'running'; readonly startedAtMs: number | null }
  | {
      readonly kind: 'terminated';
      readonly exitCode: number;
      readonly signal: number;
      readonly reason: string;
      readonly message: string;
      readonly startedAtMs: number | null;
      readonly finishedAtMs: number | null;
    };
