import type {
  DescMessage,
  DescMethod,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Client, connectivityState, credentials } from '@grpc/grpc-js';
import type { CallsInFlight } from './calls-in-flight.ts';
import { CriError } from './cri-error.ts';
import type { Rpc, RpcOptions } from './rpc.ts';
import { serverStream } from './server-stream.ts';
import { unary } from './unary.ts';
import { methodPath } from './wire.ts';

/** 16 MiB, as kubelet has it; gRPC's default of 4 MiB is reached by about 3,500 containers. */
const MAX_RECEIVE_BYTES = 16 * 1024 * 1024;
/** The largest value a timer takes (24 days): an idle channel is not to be closed, its end tells us of the runtime's. */
const IDLE_TIMEOUT_MS = 2 ** 31 - 1;

export interface ChannelHooks {
  readonly callsInFlight: CallsInFlight;
  /** The runtime answered something, be it an error of its own. */
  onAnswer(): void;
  /** A call ended without an answer (no connection, or its deadline passed). */
  onNoAnswer(): void;
  /** The connection, once it stood, is gone. Told once, by a channel that is watched. */
  onLost(): void;
}

/**
 * One connection to one socket, never re-used for another: after a break a new Channel is made, so that no back-off of
 * the old one delays it. Remembers which calls this runtime does not serve.
 */
export class Channel implements Rpc {
  readonly #client: Client;
  readonly #hooks: ChannelHooks;
  readonly #unimplemented = new Set<string>();
  #watch: 'off' | 'on' | 'lost' = 'off';

  constructor(socketPath: string, hooks: ChannelHooks) {
    this.#hooks = hooks;
    this.#client = new Client(`unix:${socketPath}`, credentials.createInsecure(), {
      // Otherwise a new channel shares the old one's subchannel and waits for its back-off.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.max_receive_message_length': MAX_RECEIVE_BYTES,
      'grpc.client_idle_timeout_ms': IDLE_TIMEOUT_MS,
      // Retries by the library would hide a broken connection.
      'grpc.enable_retries': 0,
      // A proxy from the environment has no business with a local socket.
      'grpc.enable_http_proxy': 0,
    });
  }

  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: RpcOptions,
  ): Promise<MessageShape<O>> {
    const path = this.#pathIfServed(method, options);
    const end = this.#hooks.callsInFlight.begin(method.name, Date.now());
    try {
      const answer = await unary(this.#client, method, request, options);
      this.#hooks.onAnswer();
      return answer;
    } catch (error) {
      this.#noteFailure(path, error);
      throw error;
    } finally {
      end();
    }
  }

  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options: RpcOptions,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const path = this.#pathIfServed(method, options);
    const isCounted = options.isSubscription !== true;
    const end = isCounted ? this.#hooks.callsInFlight.begin(method.name, Date.now()) : () => {};
    try {
      for await (const answer of serverStream(this.#client, method, request, options)) {
        this.#hooks.onAnswer();
        yield answer;
      }
    } catch (error) {
      this.#noteFailure(path, error);
      throw error;
    } finally {
      end();
    }
  }

  /** True from the moment the connection is known to be gone. */
  get isLost(): boolean {
    return this.#watch === 'lost';
  }

  /** Starts to watch the connection; to be called when the first answer came, and harmless later. */
  watchConnection(): void {
    if (this.#watch !== 'off') return;
    this.#watch = 'on';
    const channel = this.#client.getChannel();
    const { READY } = connectivityState;
    channel.watchConnectivityState(READY, Number.POSITIVE_INFINITY, () => this.#lose());
    // It may have gone between the answer and the watch.
    if (channel.getConnectivityState(false) !== READY) this.#lose();
  }

  close(): void {
    // Our own end is no loss.
    this.#watch = 'lost';
    this.#client.close();
  }

  #lose(): void {
    if (this.#watch === 'lost') return;
    this.#watch = 'lost';
    this.#hooks.onLost();
  }

  #pathIfServed(method: DescMethod, options: RpcOptions): string {
    const path = methodPath(method, options);
    if (!this.#unimplemented.has(path)) return path;
    throw new CriError(method.name, 'UNIMPLEMENTED', 'not served by this runtime (remembered)');
  }

  #noteFailure(path: string, error: unknown): void {
    // An abort is the caller's doing and says nothing about the runtime.
    if (!(error instanceof CriError)) return;
    if (error.isUnavailable || error.isDeadline) {
      this.#hooks.onNoAnswer();
      return;
    }
    if (error.isUnimplemented) this.#unimplemented.add(path);
    this.#hooks.onAnswer();
  }
}
