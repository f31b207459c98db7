import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { CallOptions } from './cri.ts';

export interface RpcOptions extends CallOptions {
  readonly metadata?: Readonly<Record<string, string>>;
  /** Another service that takes the same messages, e.g. an older version of the API. */
  readonly serviceName?: string;
  /** A subscription: it has no end of its own and is not counted among the calls in flight. */
  readonly isSubscription?: boolean;
}

/**
 * Any call of any service, typed by its generated descriptor: `rpc.call(RuntimeService.method.version, {}, options)`.
 * Each call has a deadline and ends with its signal, which reaches the runtime; failures are CriError, an abort rejects
 * with the signal's reason.
 */
export interface Rpc {
  call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: RpcOptions,
  ): Promise<MessageShape<O>>;
  /** The answers as they come; leaving the loop early cancels the call. */
  stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options: RpcOptions,
  ): AsyncIterable<MessageShape<O>>;
}
