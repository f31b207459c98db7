/** What the simulated runtime holds. Times are Unix ms; the wire form is made in grpc/. */
export interface SimSandbox {
  readonly id: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly attempt: number;
  isReady: boolean;
  readonly createdAtMs: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
  ip: string;
  readonly isHostNetwork: boolean;
  readonly logDirectory: string;
  readonly cgroupParent: string;
  pid: number;
}

export interface SimContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly attempt: number;
  readonly podUid: string;
  state: 'created' | 'running' | 'exited';
  readonly createdAtMs: number;
  startedAtMs: number;
  finishedAtMs: number;
  exitCode: number;
  reason: string;
  message: string;
  readonly image: SimImage;
  /** As the pod names it. */
  readonly imageName: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly logPath: string;
  readonly mounts: readonly { readonly containerPath: string; readonly hostPath: string }[];
  /** Its own process has a terminal. */
  readonly hasTerminal: boolean;
  pid: number;
}

export interface SimImage {
  /** Bare hex; containerd writes sha256: before it. */
  readonly id: string;
  readonly name: string;
  readonly digest: string;
  readonly compressedBytes: number;
  readonly uncompressedBytes: number;
  readonly isPinned: boolean;
}

/** An event as the runtime's subscribers get it; grpc/ puts it into the dress's form. */
export interface SimEvent {
  readonly kind: 'created' | 'started' | 'exited' | 'deleted' | 'oom';
  readonly atMs: number;
  readonly containerId: string;
  readonly sandboxId: string;
  readonly isSandbox: boolean;
  readonly pid: number;
  readonly exitCode: number;
  readonly image: string;
}

/** A gRPC error as a runtime answers it. */
export interface SimRpcError {
  readonly code:
    | 'Canceled'
    | 'Unknown'
    | 'NotFound'
    | 'DeadlineExceeded'
    | 'FailedPrecondition'
    | 'Unavailable';
  readonly message: string;
}

/** The error as grpc-go prints it, which is how kubelet and the runtimes log it. */
export function printRpcError(error: SimRpcError): string {
  return `rpc error: code = ${error.code} desc = ${error.message}`;
}
