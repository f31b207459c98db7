import type { status } from '@grpc/grpc-js';
import type { CgroupVersion } from './files/cgroup-text.ts';
import type { CallCount } from './grpc/call-gate.ts';
import type { KubeCondition } from './kube/kube-server.ts';
import type { DressName, PodPlan } from './model/scenario.ts';
import type { SimProcess } from './streaming/sim-process.ts';

/** What `startSim` is asked for. */
export interface SimOptions {
  readonly dress: DressName;
  /** Empty or new; everything of the node lives in it. Short: the socket's path must fit into 108 bytes. */
  readonly dir: string;
  /** Names of scenarios/, or the lively node of the demo. */
  readonly scenarios: readonly string[] | 'demo';
  /** Healthy pods on top. */
  readonly scale?: { readonly pods: number; readonly containersPerPod: number };
  /** The words of containerd 2.1 (default) or 1.6. */
  readonly version?: '2.1' | '1.6';
  /** How much faster than real back-offs and retries pass from now on. Default 1. */
  readonly speed?: number;
  /** Lays out control groups of that version below the host root; without it figures come from CRI only. */
  readonly cgroups?: CgroupVersion;
  /** kubelet ends pods that it does not know, as a real one does two seconds after it sees them. */
  readonly isKubeletStrict?: boolean;
  readonly signal: AbortSignal;
}

/** Levers for tests and for people who want to see a fault happen. */
export interface SimControl {
  /** The runtime (or one RPC) accepts calls and never answers, as after SIGSTOP. */
  hang(rpc?: string): void;
  resume(): void;
  /** The runtime ends: connections break, the socket is gone. */
  kill(): Promise<void>;
  /** The runtime comes back on a new socket (a new inode) with everything it had. */
  restart(): Promise<void>;
  /** The next call of `rpc` ('*': any) is answered with this error. */
  failNext(rpc: string, code: status, details: string): void;
  /** Calls outstanding now, and the most there ever were at once. */
  total(): CallCount;
  resetCounts(): void;
  /** List answers are blown up to at least this many bytes; 0 ends it. */
  padLists(bytes: number): void;
  /** Writes a line as it is (no line end is added to `text`) into a log. */
  writeRaw(log: 'runtime' | 'kubelet', text: string): void;
  addPod(plan: PodPlan): void;
  /** Deletes a pod the polite way. */
  deletePod(namespace: string, name: string): void;
  /** kubelet ends: its port is closed. What runs goes on, and so does what it was about to do. */
  stopKubelet(): Promise<void>;
  startKubelet(): Promise<void>;
  /** Makes the API server answer, go silent, or refuse. */
  setKube(condition: KubeCondition): void;
  /** Processes that were started by exec and have not ended. */
  execProcesses(): readonly SimProcess[];
  /** Connections to the runtime's streaming server. */
  streamConnections(): number;
  /** The streaming server names this address (scheme, host, port) instead of its own; null: its own again. */
  advertiseStreams(url: string | null): void;
  /** A port of this machine listens in a pod's place. */
  listenInPod(podName: string, port: number, localPort: number): void;
  /** Open event subscriptions. */
  subscribers(): number;
}

/** A running simulated node. Every path is a real one on this machine. */
export interface Sim {
  /** unix:///…/containerd.sock */
  readonly endpoint: string;
  readonly kubeletUrl: string;
  /** The API server, over http on loopback. */
  readonly kubeUrl: string;
  /** A file that names it. */
  readonly kubeconfig: string;
  readonly runtimeLog: string;
  readonly kubeletLog: string;
  /** <hostRoot>/var/log/pods */
  readonly podLogs: string;
  /** <hostRoot>/etc/kubernetes/manifests */
  readonly manifestsDir: string;
  readonly hostRoot: string;
  readonly nodeName: string;
  /** Per RPC, by its name on the wire: "ListContainers". */
  callCounts(): Readonly<Record<string, CallCount>>;
  readonly control: SimControl;
  close(): Promise<void>;
}
