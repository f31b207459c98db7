import { subscribeEvents } from '../containerd/event-subscribe.ts';
import { delay, linkSignals } from '../lib/abort.ts';
import { subscribeContainerEvents } from './calls/container-events.ts';
import { CriError } from './cri-error.ts';
import type { Rpc } from './rpc.ts';
import type { RuntimeEvent } from './runtime-connection.ts';
import type { RuntimeMonitor } from './runtime-monitor.ts';

/** 500 ms before a stream that ended on a standing connection is asked for again. */
const RESUBSCRIBE_MS = 500;
/** A stream that ends this soon, this often, without an event: events are switched off there. */
const QUICK_END_MS = 1_000;
const QUICK_ENDS = 3;
/** Told at the beginning of each stream: what happened before it, nobody told. */
const STREAM_OPENED = '/stream/opened';

/** The runtime's live events, by the stream that suits it; comes back by itself after a break. */
export class EventFeed {
  readonly #monitor: RuntimeMonitor;
  readonly #rpc: Rpc;
  /** The connection on which no events are served. */
  #refusedOn: number | null = null;

  constructor(monitor: RuntimeMonitor, rpc: Rpc) {
    this.#monitor = monitor;
    this.#rpc = rpc;
  }

  hasEvents(): boolean {
    return this.#monitor.record.version !== null && this.#refusedOn !== this.#monitor.connections;
  }

  /** Events until the signal aborts or the connection is closed; then it ends without an error. */
  async *events(signal: AbortSignal): AsyncGenerator<RuntimeEvent, void, undefined> {
    const link = linkSignals([signal, this.#monitor.closingSignal]);
    try {
      for (;;) {
        await this.#untilServed(link.signal);
        yield* this.#oneConnection(link.signal);
      }
    } catch (error) {
      if (!link.signal.aborted) throw error;
    } finally {
      link.dispose();
    }
  }

  async #untilServed(signal: AbortSignal): Promise<void> {
    const { record } = this.#monitor;
    while (record.state !== 'ok' || !this.hasEvents()) await record.nextChange(signal);
    signal.throwIfAborted();
  }

  /** The stream on the present connection, asked for again when it ends while the connection stands. */
  async *#oneConnection(signal: AbortSignal): AsyncGenerator<RuntimeEvent, void, undefined> {
    const connection = this.#monitor.connections;
    const isOn = () =>
      connection === this.#monitor.connections && this.#monitor.record.state === 'ok';
    for (let refusals = 0; isOn(); ) {
      const ending = yield* this.#oneStream(signal);
      if (ending === 'quick' && isOn()) refusals += 1;
      if (ending === 'not-served' || refusals === QUICK_ENDS) {
        this.#refusedOn = connection;
        this.#monitor.record.tellChange();
        return;
      }
      await delay(RESUBSCRIBE_MS, signal);
    }
  }

  /** One stream to its end, and what kind of end it was. */
  async *#oneStream(
    signal: AbortSignal,
  ): AsyncGenerator<RuntimeEvent, 'not-served' | 'quick' | 'usual', undefined> {
    const startedAtMs = Date.now();
    let count = 0;
    yield { topic: STREAM_OPENED, atMs: startedAtMs, containerId: null };
    try {
      for await (const event of this.#subscribe(signal)) {
        count += 1;
        yield event;
      }
    } catch (error) {
      if (!(error instanceof CriError)) throw error;
      if (error.isUnimplemented) return 'not-served';
    }
    return count === 0 && Date.now() - startedAtMs < QUICK_END_MS ? 'quick' : 'usual';
  }

  #subscribe(signal: AbortSignal): AsyncIterable<RuntimeEvent> {
    const isContainerd = this.#monitor.record.version?.runtimeName === 'containerd';
    return isContainerd
      ? subscribeEvents(this.#rpc, signal)
      : subscribeContainerEvents(this.#rpc, signal);
  }
}
