import type {
  Container,
  ContainerStatus,
  Image,
  RuntimeStatus,
  RuntimeVersion,
  Sandbox,
  SandboxStatus,
} from '../contract/runtime-objects.ts';

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
  readonly images: {
    list(options: CallOptions): Promise<readonly Image[]>;
  };
}
