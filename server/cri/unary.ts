import type {
  DescMessage,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { Client } from '@grpc/grpc-js';
import { whenAborted } from '../lib/abort.ts';
import type { RpcOptions } from './rpc.ts';
import { deadlineMsOf, decode, encode, methodPath, toCriError, toMetadata } from './wire.ts';

/** One request, one answer. An abort cancels the call at the runtime and rejects at once with the signal's reason. */
export function unary<I extends DescMessage, O extends DescMessage>(
  client: Client,
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
  options: RpcOptions,
): Promise<MessageShape<O>> {
  const deadlineMs = deadlineMsOf(method.name, options);
  return new Promise((resolve, reject) => {
    if (options.signal.aborted) {
      reject(options.signal.reason);
      return;
    }
    let stopListening = () => {};
    const call = client.makeUnaryRequest(
      methodPath(method, options),
      (value: MessageInitShape<I>) => encode(method.input, value),
      (bytes: Buffer) => decode(method.output, bytes),
      request,
      toMetadata(options),
      { deadline: Date.now() + deadlineMs },
      (error, answer) => {
        stopListening();
        if (error) reject(toCriError(method.name, error, deadlineMs));
        else if (answer === undefined) reject(toCriError(method.name, {}, deadlineMs));
        else resolve(answer);
      },
    );
    stopListening = whenAborted(options.signal, () => {
      reject(options.signal.reason);
      call.cancel();
    });
  });
}
