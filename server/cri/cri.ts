import type { JsonObject } from '../contract/cri-config.ts';
import type { RegistryAuth } from '../contract/probe.ts';
import type {
  Container,
  ContainerStatus,
  Image,
  RuntimeStatus,
  RuntimeVersion,
  Sandbox,
  SandboxStatus,
} from '../contract/runtime-objects.ts';
import type { RuntimeContainerStats, RuntimePodStats } from '../contract/stats-counters.ts';

/** Every call takes the caller's signal; without a deadline of its own it gets the call's default. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
}

export interface ListOptions extends CallOptions {
  /** Only what bears all of these labels; the runtime filters, so the answer is small. */
  readonly labels?: Readonly<Record<string, string>>;
}

/**
 * The node's runtime as the rest of the server sees it: a few typed questions in small groups. Errors are CriError.
 * What a runtime answers UNIMPLEMENTED is remembered per connection and rejected without another call.
 */
export interface Cri {
  readonly runtime: {
    version(options: CallOptions): Promise<RuntimeVersion>;
    /** Verbose status: conditions, handlers, CNI state. */
    status(options: CallOptions): Promise<RuntimeStatus>;
  };
  readonly sandboxes: {
    list(options: ListOptions): Promise<readonly Sandbox[]>;
    status(id: string, options: CallOptions): Promise<SandboxStatus>;
  };
  readonly containers: {
    list(options: ListOptions): Promise<readonly Container[]>;
    status(id: string, options: CallOptions): Promise<ContainerStatus>;
  };
  readonly streaming: Streaming;
  readonly changes: Changes;
  /** Each of these makes the runtime ask every shim: seldom, and one at a time. */
  readonly stats: {
    containers(options: CallOptions): Promise<readonly RuntimeContainerStats[]>;
    sandboxes(options: CallOptions): Promise<readonly RuntimePodStats[]>;
  };
  readonly images: {
    list(options: CallOptions): Promise<readonly Image[]>;
    /** By any reference or id; null when it is not on the node. */
    status(ref: string, options: CallOptions): Promise<Image | null>;
  };
}

/**
 * The calls that alter the node. Configurations are those that `read-config.ts` has accepted. Each is sent once: whether
 * one that was broken off took effect has to be looked up afterwards.
 */
export interface Changes {
  /** The new sandbox's id. */
  runPodSandbox(
    request: { readonly config: JsonObject; readonly runtimeHandler: string },
    options: CallOptions,
  ): Promise<string>;
  /** The reference by which the runtime knows the image. */
  pullImage(
    request: {
      readonly image: string;
      readonly auth: RegistryAuth | null;
      readonly sandboxConfig: JsonObject;
    },
    options: CallOptions,
  ): Promise<string>;
  /** The new container's id. */
  createContainer(
    request: {
      readonly podSandboxId: string;
      readonly config: JsonObject;
      readonly sandboxConfig: JsonObject;
    },
    options: CallOptions,
  ): Promise<string>;
  startContainer(containerId: string, options: CallOptions): Promise<void>;
  /** KILL after `timeoutSeconds`; a container that has ended is no error. */
  stopContainer(containerId: string, timeoutSeconds: number, options: CallOptions): Promise<void>;
  /** One that is no more is no error, here and below. */
  removeContainer(containerId: string, options: CallOptions): Promise<void>;
  stopPodSandbox(podSandboxId: string, options: CallOptions): Promise<void>;
  removePodSandbox(podSandboxId: string, options: CallOptions): Promise<void>;
  removeImage(ref: string, options: CallOptions): Promise<void>;
}

export interface ExecRequest {
  readonly containerId: string;
  readonly command: readonly string[];
  /** With a terminal both outputs are one. */
  readonly tty: boolean;
}

export interface CommandOutcome {
  /** Null when it was ended for taking too long. */
  readonly exitCode: number | null;
  readonly isTimedOut: boolean;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** What leads into a container. The addresses are of the runtime's streaming server, and good for one connection. */
export interface Streaming {
  exec(request: ExecRequest, options: CallOptions): Promise<string>;
  attach(request: Omit<ExecRequest, 'command'>, options: CallOptions): Promise<string>;
  /** Whether the container's own process has a terminal; null where the runtime does not tell. */
  hasTerminal(containerId: string, options: CallOptions): Promise<boolean | null>;
  portForward(
    request: { readonly podSandboxId: string; readonly port: number },
    options: CallOptions,
  ): Promise<string>;
  /** A command without input, run to its end; the runtime ends it after `timeoutSeconds`. */
  execSync(
    request: Omit<ExecRequest, 'tty'> & { readonly timeoutSeconds: number },
    options: CallOptions,
  ): Promise<CommandOutcome>;
}
