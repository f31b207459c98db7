import type { Random } from '../engine/random.ts';
import type { RuntimeLog } from '../files/runtime-log.ts';
import type { SimContainer, SimImage, SimRpcError, SimSandbox } from '../model/objects.ts';
import type {
  CreateFault,
  DressName,
  PullFault,
  SandboxFault,
  StartFault,
} from '../model/scenario.ts';
import type { DressRefusals } from './refusals.ts';

/** What a sandbox is asked for, before it has an id. */
export interface SandboxRequest {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly attempt: number;
  readonly runtimeHandler: string;
}

/** What a container is asked for, before it has an id. */
export interface ContainerRequest {
  readonly id: string;
  readonly name: string;
  readonly attempt: number;
  readonly command: string;
  readonly podName: string;
  readonly namespace: string;
  readonly podUid: string;
  readonly sandboxId: string;
  /** When it is asked for, Unix ms: runc puts the time into its errors. */
  readonly atMs: number;
  /** What a fault is about, where it is not what the scenarios have. */
  readonly about?: FaultFacts;
}

/** The lines that end a call which began. */
export interface CallLog<T> {
  ok(value: T): void;
  failed(error: SimRpcError): void;
}

/** The phrases of a runtime's log. Each call writes its begin at once. */
export interface DressLog {
  boot(): void;
  runSandbox(request: SandboxRequest): CallLog<SimSandbox>;
  pullImage(name: string): CallLog<{ readonly image: SimImage; readonly tookMs: number }>;
  removeImage(name: string): CallLog<SimImage | null>;
  createContainer(request: ContainerRequest): CallLog<SimContainer>;
  startContainer(container: SimContainer, request: ContainerRequest): CallLog<SimContainer>;
  stopContainer(container: SimContainer, graceSeconds: number): CallLog<SimContainer>;
  removeContainer(container: SimContainer): CallLog<SimContainer>;
  stopSandbox(sandbox: SimSandbox, containers: readonly SimContainer[]): CallLog<SimSandbox>;
  removeSandbox(sandbox: SimSandbox): CallLog<SimSandbox>;
  containerExited(container: SimContainer): void;
  outOfMemory(container: SimContainer): void;
  sandboxExited(sandbox: SimSandbox): void;
}

/** The words of a fault that was asked for through the socket. */
export type FaultFacts = {
  readonly [K in keyof typeof FAULT_FACTS]?: (typeof FAULT_FACTS)[K] extends number
    ? number
    : string;
};

/** The errors of a runtime, word for word as recorded where a recording exists. */
export interface DressErrors {
  pull(fault: PullFault, image: string): SimRpcError;
  sandbox(fault: SandboxFault, request: SandboxRequest): SimRpcError;
  create(fault: CreateFault, request: ContainerRequest): SimRpcError;
  start(fault: StartFault, request: ContainerRequest): SimRpcError;
  stopSandboxNetwork(sandbox: SimSandbox): SimRpcError;
}

/** How one runtime looks from outside: words, ids, versions, what it serves. */
export interface Dress {
  readonly name: DressName;
  readonly runtimeName: string;
  readonly runtimeVersion: string;
  /** Before a container id in kubelet's status: "containerd". */
  readonly idScheme: string;
  /** CRI-O runs `runc create` inside CreateContainer: faults that containerd meets at the start come there. */
  readonly isStartFaultAtCreate: boolean;
  /** Why NetworkReady is false without a CNI configuration; null where the runtime keeps it true. */
  readonly cniNotReadyMessage: string;
  readonly errors: DressErrors;
  readonly refusals: DressRefusals;
  /** Runtime handlers by name. */
  readonly handlers: readonly string[];
  createLog(log: RuntimeLog, random: Random): DressLog;
  /** The time at the start of a container log line. */
  formatContainerLogTime(atMs: number, random: Random): string;
  readonly containerLogMode: number;
  /** ReopenContainerLog empties a file that stands in the log's place: as measured of conmon. */
  readonly isLogCutOnReopen: boolean;
  /** RPCs of runtime.v1 that answer UNIMPLEMENTED. */
  readonly unimplemented: ReadonlySet<string>;
}

/** Splits registry.example/shop/cart:1 into host, repository and tag; a digest stands in the tag's place. */
export function splitImage(image: string): { host: string; repository: string; tag: string } {
  const slash = image.indexOf('/');
  const rest = image.slice(slash + 1);
  const at = rest.indexOf('@');
  if (at >= 0) {
    return { host: image.slice(0, slash), repository: rest.slice(0, at), tag: rest.slice(at + 1) };
  }
  const colon = rest.lastIndexOf(':');
  return {
    host: image.slice(0, slash),
    repository: colon < 0 ? rest : rest.slice(0, colon),
    tag: colon < 0 ? 'latest' : rest.slice(colon + 1),
  };
}

/** Facts of the simulated faults that texts, files and tests share. */
export const FAULT_FACTS = {
  registryAddress: '192.0.2.10:443',
  missingMountSource: '/etc/hostname/x',
  missingUser: 'ghost',
  seccompProfile: '/var/lib/kubelet/seccomp/nope.json',
  mountSource: '/etc/hostname',
  mountTarget: '/data',
  memoryLimitBytes: 1024,
  cniPlugin: 'calico',
  cniNetwork: 'k8s-pod-network',
  cniConfDir: '/etc/cni/net.d',
  cniBinDir: '/opt/cni/bin',
  ipRange: '10.244.7.1-10.244.7.2',
  pauseImage: 'registry.example/pause:3.10',
} as const;

/** What a container's fault is about. */
export function factsOf(request: ContainerRequest): Required<FaultFacts> {
  return { ...FAULT_FACTS, ...request.about };
}

/** runc's words for a program that is not there. */
export function missingFile(command: string): string {
  return command.includes('/')
    ? `stat ${command}: no such file or directory`
    : 'executable file not found in $PATH';
}
