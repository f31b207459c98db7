import {
  create,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import { Client, credentials, type ServiceError } from '@grpc/grpc-js';

/** A plain gRPC client for tests of the simulator: no deadline, no retry, nothing of the product. */
export interface SimClient {
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request?: MessageInitShape<I>,
    options?: { readonly deadlineMs?: number },
  ): Promise<MessageShape<O>>;
  /** Calls back with each message until the returned function is called. */
  subscribe<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    listener: (message: MessageShape<O>) => void,
  ): () => void;
  close(): void;
}

/** 64 MiB: tests ask for lists beyond the product's own limit. */
const RECEIVE_LIMIT_BYTES = 64 * 1024 * 1024;

export function createSimClient(endpoint: string): SimClient {
  const client = new Client(endpoint, credentials.createInsecure(), {
    'grpc.max_receive_message_length': RECEIVE_LIMIT_BYTES,
    'grpc.use_local_subchannel_pool': 1,
  });
  return {
    call: (method, request, options = {}) =>
      new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          pathOf(method),
          (message: MessageShape<typeof method.input>) =>
            Buffer.from(toBinary(method.input, message)),
          (bytes) => fromBinary(method.output, bytes),
          create(method.input, request),
          options.deadlineMs === undefined ? {} : { deadline: Date.now() + options.deadlineMs },
          (error, message) =>
            message === undefined ? reject(error ?? new Error('no answer')) : resolve(message),
        );
      }),
    subscribe(method, listener) {
      const call = client.makeServerStreamRequest(
        pathOf(method),
        (message: MessageShape<typeof method.input>) =>
          Buffer.from(toBinary(method.input, message)),
        (bytes) => fromBinary(method.output, bytes),
        create(method.input),
      );
      call.on('data', listener);
      // A cancelled or broken stream ends with an error; tests look at the messages only.
      call.on('error', () => {});
      return () => call.cancel();
    },
    close: () => client.close(),
  };
}

function pathOf(method: { readonly parent: { readonly typeName: string }; readonly name: string }) {
  return `/${method.parent.typeName}/${method.name}`;
}

/** The gRPC code and text of a call that is expected to fail. */
export async function failureOf(
  call: Promise<unknown>,
): Promise<{ readonly code: number; readonly details: string }> {
  try {
    await call;
  } catch (error) {
    const { code, details } = error as ServiceError;
    return { code, details };
  }
  throw new Error('the call did not fail');
}
