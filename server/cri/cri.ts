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
    list(options: CallOptions): Promise<readonly Sandbox[]>;
    status(id: string, options: CallOptions): Promise<SandboxStatus>;
  };
  readonly containers: {
    list(options: CallOptions): Promise<readonly Container[]>;
    status(id: string, options: CallOptions): Promise<ContainerStatus>;
  };
  readonly streaming: Streaming;
  /** Each of these makes the runtime ask every shim: seldom, and one at a time. */
  readonly stats: {
    containers(options: CallOptions): Promise<readonly RuntimeContainerStats[]>;
    sandboxes(options: CallOptions): Promise<readonly RuntimePodStats[]>;
  };
  readonly images: {
    list(options: CallOptions): Promise<readonly Image[]>;
  };
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
