import type {
  DescMessage,
  DescMethodServerStreaming,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { Client, ServiceError } from '@grpc/grpc-js';
import { whenAborted } from '../lib/abort.ts';
import type { RpcOptions } from './rpc.ts';
import { deadlineMsOf, decode, encode, methodPath, toCriError, toMetadata } from './wire.ts';

/**
 * One request, many answers. Leaving the loop, an error and an abort all cancel the call at the runtime; an abort
 * throws the signal's reason. Nothing is read ahead of the consumer beyond gRPC's own window.
 */
export async function* serverStream<I extends DescMessage, O extends DescMessage>(
  client: Client,
  method: DescMethodServerStreaming<I, O>,
  request: MessageInitShape<I>,
  options: RpcOptions,
): AsyncGenerator<MessageShape<O>, void, undefined> {
  options.signal.throwIfAborted();
  const deadlineMs = deadlineMsOf(method.name, options);
  const call = client.makeServerStreamRequest(
    methodPath(method, options),
    (value: MessageInitShape<I>) => encode(method.input, value),
    (bytes: Buffer) => decode(method.output, bytes),
    request,
    toMetadata(options),
    { deadline: Date.now() + deadlineMs },
  );
  // The cancel in `finally` is reported as an error after nobody reads any more; it is no news.
  call.on('error', () => {});
  const stopListening = whenAborted(options.signal, () => call.cancel());
  try {
    for await (const message of call) yield message as MessageShape<O>;
  } catch (error) {
    options.signal.throwIfAborted();
    throw toCriError(method.name, error as Partial<ServiceError>, deadlineMs);
  } finally {
    stopListening();
    call.cancel();
  }
}
