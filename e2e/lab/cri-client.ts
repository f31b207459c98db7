import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Client, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';

/** Pods in a test start in well under this; a pull that hangs is given its own deadline. */
const DEFAULT_DEADLINE_MS = 60_000;

export interface LabCallOptions {
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
}

/** Calls any unary method of CRI by its descriptor; what kubelet says to a runtime, and no more than that. */
export class LabCri {
  readonly #endpoint: string;
  #client: Client;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
    this.#client = open(endpoint);
  }

  /** Rejects with grpc's ServiceError: code and details as the runtime sent them. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: LabCallOptions,
  ): Promise<MessageShape<O>> {
    options.signal.throwIfAborted();
    const path = `/${method.parent.typeName}/${method.name}`;
    const deadline = Date.now() + (options.deadlineMs ?? DEFAULT_DEADLINE_MS);
    return new Promise((resolve, reject) => {
      const call = this.#client.makeUnaryRequest<MessageShape<I>, MessageShape<O>>(
        path,
        (message) => Buffer.from(toBinary(method.input, message)),
        (bytes) => fromBinary(method.output, bytes),
        create(method.input, request),
        new Metadata(),
        { deadline },
        (error: ServiceError | null, answer) => {
          options.signal.removeEventListener('abort', onAbort);
          if (error !== null) return reject(error);
          if (answer === undefined) return reject(new Error(`${method.name} answered nothing`));
          resolve(answer);
        },
      );
      const onAbort = () => call.cancel();
      options.signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** A new channel: the old one would wait out its back-off after the runtime was away. */
  reconnect(): void {
    this.#client.close();
    this.#client = open(this.#endpoint);
  }

  close(): void {
    this.#client.close();
  }
}

function open(endpoint: string): Client {
  return new Client(`unix://${endpoint}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    // kubelet's own: after the runtime was away it tries again at least every 3 s, never after minutes.
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 3_000,
    // kubelet's own limit.
    'grpc.max_receive_message_length': 16 * 1024 * 1024,
  });
}

/** The runtime's own words of a failed call, and its gRPC code. */
export function callError(error: unknown): { readonly code: number; readonly message: string } {
  const details = error as Partial<ServiceError>;
  if (typeof details.code === 'number') {
    return { code: details.code, message: details.details ?? details.message ?? '' };
  }
  // Aborted or a mistake of ours: not a failed call.
  throw error;
}
