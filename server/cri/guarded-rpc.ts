import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { linkSignals } from '../lib/abort.ts';
import type { Channel } from './channel.ts';
import { CriError } from './cri-error.ts';
import { isRead } from './deadlines.ts';
import type { Rpc, RpcOptions } from './rpc.ts';
import type { RuntimeMonitor } from './runtime-monitor.ts';
import { SLOW_READ_MS } from './to-health.ts';

/** A list that hangs is asked once; a question about one object may hang for that object only. */
const MAX_BEHIND_A_HANG = { list: 1, other: 8 } as const;
/** 60 s: calls that change something rightly take this long, the stop of a container that ignores TERM for one. */
const SLOW_CHANGE_MS = 60_000;

/**
 * The Rpc that everybody uses: asks over whatever channel is good now, and refuses at once where a question would only
 * queue up behind a runtime that does not answer. Before the first answer of Version it waits for that.
 */
export class GuardedRpc implements Rpc {
  readonly #monitor: RuntimeMonitor;

  constructor(monitor: RuntimeMonitor) {
    this.#monitor = monitor;
  }

  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: RpcOptions,
  ): Promise<MessageShape<O>> {
    const link = linkSignals([options.signal, this.#monitor.closingSignal]);
    try {
      const channel = await this.#channelFor(method.name, link.signal);
      return await channel.call(method, request, { ...options, signal: link.signal });
    } finally {
      link.dispose();
    }
  }

  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    options: RpcOptions,
  ): AsyncGenerator<MessageShape<O>, void, undefined> {
    const link = linkSignals([options.signal, this.#monitor.closingSignal]);
    try {
      const channel = await this.#channelFor(method.name, link.signal);
      yield* channel.stream(method, request, { ...options, signal: link.signal });
    } finally {
      link.dispose();
    }
  }

  async #channelFor(rpc: string, signal: AbortSignal): Promise<Channel> {
    const { record } = this.#monitor;
    while (record.state === 'connecting') await record.nextChange(signal);
    signal.throwIfAborted();
    const { channel } = this.#monitor;
    if (channel === null) {
      throw new CriError(rpc, 'UNAVAILABLE', record.toHealth().message ?? 'not connected');
    }
    this.#refuseToPileUp(rpc);
    return channel;
  }

  #refuseToPileUp(rpc: string): void {
    const { count, oldestAtMs } = this.#monitor.record.callsInFlight.ofRpc(rpc);
    const limit = rpc.startsWith('List') ? MAX_BEHIND_A_HANG.list : MAX_BEHIND_A_HANG.other;
    const openMs = oldestAtMs === null ? 0 : Date.now() - oldestAtMs;
    if (count < limit || openMs < (isRead(rpc) ? SLOW_READ_MS : SLOW_CHANGE_MS)) return;
    throw new CriError(
      rpc,
      'UNAVAILABLE',
      `${count} of these calls are open, the oldest for ${Math.round(openMs / 1_000)} s; no further one is made`,
    );
  }
}
