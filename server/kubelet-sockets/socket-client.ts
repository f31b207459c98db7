import {
  create,
  type DescMessage,
  type DescMethodUnary,
  fromBinary,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { whenAborted } from '../lib/abort.ts';
import { stripControl } from '../lib/strip-control.ts';

/** 16 MiB, kubelet's own limit for these sockets; a full node's pods are about 5. */
const MAX_RECEIVE_BYTES = 16 * 1024 * 1024;

/** Why a socket of kubelet gave no answer: a clause without a full stop. */
export class SocketError extends Error {
  override readonly name = 'SocketError';
  /** True when this kubelet does not serve the call at all. */
  readonly isUnimplemented: boolean;

  constructor(message: string, options?: ErrorOptions & { readonly isUnimplemented?: boolean }) {
    super(message, options);
    this.isUnimplemented = options?.isUnimplemented ?? false;
  }
}

function toSocketError(rpc: string, error: ServiceError, deadlineMs: number): SocketError {
  if (error.code === status.DEADLINE_EXCEEDED) {
    return new SocketError(`${rpc} has not answered within ${deadlineMs / 1000} s`, {
      cause: error,
    });
  }
  const text = stripControl(error.details).slice(0, 500);
  return new SocketError(`${rpc}: ${text}`, {
    cause: error,
    isUnimplemented: error.code === status.UNIMPLEMENTED,
  });
}

/** Calls without a request body to one unix socket. After a failure the next call begins with a new connection. */
export class SocketClient {
  readonly #path: string;
  #client: Client | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** One question, one answer. Rejects with SocketError, or with the signal's reason. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    options: { readonly signal: AbortSignal; readonly deadlineMs: number },
  ): Promise<MessageShape<O>> {
    options.signal.throwIfAborted();
    this.#client ??= this.#connect();
    try {
      return await ask(this.#client, method, options);
    } catch (error) {
      // A broken connection would make the next call wait for the library's back-off.
      this.close();
      throw error;
    }
  }

  close(): void {
    this.#client?.close();
    this.#client = null;
  }

  #connect(): Client {
    return new Client(`unix:${this.#path}`, credentials.createInsecure(), {
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_receive_message_length': MAX_RECEIVE_BYTES,
      'grpc.enable_retries': 0,
      'grpc.enable_http_proxy': 0,
    });
  }
}

function ask<I extends DescMessage, O extends DescMessage>(
  client: Client,
  method: DescMethodUnary<I, O>,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<MessageShape<O>> {
  return new Promise((resolve, reject) => {
    let stopListening = () => {};
    const call = client.makeUnaryRequest(
      `/${method.parent.typeName}/${method.name}`,
      () => Buffer.from(toBinary(method.input, create(method.input))),
      // Fields that our files do not name, a pod's environment among them, are skipped.
      (bytes: Buffer) => fromBinary(method.output, bytes, { readUnknownFields: false }),
      null,
      { deadline: Date.now() + deadlineMs },
      (error, answer) => {
        stopListening();
        if (error) reject(toSocketError(method.name, error, deadlineMs));
        else if (answer === undefined) reject(new SocketError(`${method.name}: no answer`));
        else resolve(answer);
      },
    );
    stopListening = whenAborted(signal, () => {
      reject(signal.reason);
      call.cancel();
    });
  });
}
