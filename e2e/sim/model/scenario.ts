/** What a scenario says: the pods of a node and what goes wrong with them. The engine makes everything foreign of it. */

export type DressName = 'containerd' | 'crio';

/** Why a pull ends in an error. */
export type PullFault =
  | 'not-found'
  | 'unauthorized'
  | 'wrong-login'
  | 'refused'
  | 'unknown-host'
  | 'rate-limited'
  | 'cancelled';

/** How an image comes to the node. */
export type PullPlan =
  | { readonly kind: 'present' }
  | { readonly kind: 'pulled'; readonly tookMs: number }
  | { readonly kind: 'fails'; readonly fault: PullFault }
  /** Bytes move all the time and never finish while anybody looks. */
  | { readonly kind: 'slow'; readonly totalBytes: number; readonly bytesPerSecond: number }
  /** The registry sends a part and then nothing more. */
  | { readonly kind: 'hangs' }
  /** All layers came long ago; unpacking them takes as long as anybody looks. */
  | { readonly kind: 'unpacks'; readonly totalBytes: number };

/** Checks that kubelet itself makes before the call; the runtime never hears of them. */
export type KubeletRefusal = 'invalid-image-name' | 'image-never-pull' | 'run-as-nonroot';

export type CreateFault = 'mount-source' | 'user-missing' | 'seccomp-profile';

export type StartFault = 'exec-missing' | 'exec-noperm' | 'mount-type' | 'memory-too-low';

export type RunPlan =
  | { readonly kind: 'runs' }
  | {
      readonly kind: 'exits';
      readonly afterMs: number;
      readonly exitCode: number;
      readonly isOom?: boolean;
      /** Text of /dev/termination-log, told by kubelet only. */
      readonly terminationMessage?: string;
    };

export type ProbePlan = 'none' | 'passes' | 'fails';

export interface ContainerPlan {
  readonly name: string;
  readonly type?: 'init' | 'sidecar' | 'app';
  readonly image: string;
  readonly command?: readonly string[];
  readonly pull?: PullPlan;
  readonly refusal?: KubeletRefusal;
  readonly create?: CreateFault;
  readonly start?: StartFault;
  readonly run?: RunPlan;
  readonly readiness?: ProbePlan;
  readonly liveness?: ProbePlan;
  /** Lines the container writes when it starts; `stderr` marks the stream. */
  readonly log?: readonly string[];
  readonly isLogStderr?: boolean;
  /** A line it repeats while it runs, every `everyMs`. */
  readonly heartbeat?: { readonly line: string; readonly everyMs: number };
  readonly resources?: { readonly cpuMilli?: number; readonly memoryMiB?: number };
}

export type SandboxFault =
  | 'cni-config-missing'
  | 'cni-plugin-missing'
  | 'ipam-exhausted'
  | 'pause-image'
  | 'runtime-handler';

export type VolumeFault = 'hostpath-type' | 'secret-missing';

export type AdmissionFault = 'out-of-cpu' | 'host-port';

/** How a pod goes away. */
export interface DeletionPlan {
  /** Before now, in ms, the deletion began. */
  readonly agoMs: number;
  readonly graceSeconds: number;
  /** polite: ends at TERM; ignores-term: runs until its grace period ends; network: StopPodSandbox fails again and again. */
  readonly kind: 'polite' | 'ignores-term' | 'network';
}

export interface PodPlan {
  readonly namespace: string;
  readonly name: string;
  /** How long ago it was bound to the node. */
  readonly ageMs: number;
  /** static: from a manifest file; everything else comes from the API server. */
  readonly isStatic?: boolean;
  readonly labels?: Readonly<Record<string, string>>;
  readonly restartPolicy?: 'Always' | 'OnFailure' | 'Never';
  readonly hostNetwork?: boolean;
  readonly runtimeClassName?: string;
  readonly containers: readonly ContainerPlan[];
  readonly admission?: AdmissionFault;
  readonly volume?: VolumeFault;
  readonly sandbox?: SandboxFault;
  /** The pause process was killed this long ago: kubelet makes sandbox attempt 1. */
  readonly sandboxKilledAgoMs?: number;
  /** Made past kubelet, as with crictl: its sandbox has no parent group. */
  readonly isWithoutParentGroup?: boolean;
  readonly deletion?: DeletionPlan;
}

/** A manifest file that gives no pod. */
export interface BrokenManifest {
  readonly file: string;
  readonly text: string;
  /** What kubelet says of it, without the path. */
  readonly error: string;
}

export interface Scenario {
  readonly name: string;
  readonly pods: readonly PodPlan[];
  /** How the name of the pod begins that the scenario is about; the last one's when omitted. */
  readonly subject?: string;
  /** The CNI directory is empty: the runtime reports NetworkReady=false. */
  readonly isCniConfigMissing?: boolean;
  readonly brokenManifests?: readonly BrokenManifest[];
  /** What befalls the runtime once its lists were read for the first time. */
  readonly incident?: 'hang' | 'down';
}
