import { createContainerd } from './containerd/create-containerd.ts';
import { connectRuntime, type RpcConnection } from './cri/connect.ts';
import { createCri } from './cri/create-cri.ts';
import type { EndpointChoice } from './cri/discover-endpoint.ts';
import type { Rpc } from './cri/rpc.ts';
import type { RuntimeConnection, RuntimeEvent } from './cri/runtime-connection.ts';
import { delay, linkSignals } from './lib/abort.ts';
import type { Log } from './log.ts';

/** 3 s between looks for a runtime while none of the known sockets answers: a few stats each. */
const LOOK_AGAIN_MS = 3_000;

export interface ConnectionOptions {
  /** Finds the endpoint; asked again while nobody named one and none answers. */
  readonly discover: (signal: AbortSignal) => Promise<EndpointChoice>;
  readonly log: Log;
  readonly lookAgainMs?: number;
}

/**
 * Connects to the endpoint that is found. Where none was named and none answers, it goes on looking and moves to the
 * first that does: a node's runtime can be installed or started after us.
 */
export async function openConnection(options: ConnectionOptions): Promise<FoundConnection> {
  const choice = await options.discover(new AbortController().signal);
  return new FoundConnection(options, choice);
}

/** A connection that knows why it stands where it stands. */
export class FoundConnection implements RuntimeConnection {
  readonly #options: ConnectionOptions;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  #choice: EndpointChoice;
  #inner: RpcConnection;
  #isWatched = false;
  #moved = new AbortController();
  readonly #looking: Promise<void>;

  /** Whichever connection is the one now. */
  readonly #rpc: Rpc = {
    call: (method, request, options) => this.#inner.rpc.call(method, request, options),
    stream: (method, request, options) => this.#inner.rpc.stream(method, request, options),
  };
  readonly cri = createCri(this.#rpc);
  readonly containerd = createContainerd(this.#rpc);

  constructor(options: ConnectionOptions, choice: EndpointChoice) {
    this.#options = options;
    this.#choice = choice;
    this.#inner = this.#open();
    this.#looking = this.#keepLooking();
  }

  /** The endpoint in use, why that one, and what else was asked. */
  get choice(): EndpointChoice {
    return this.#choice;
  }

  get endpoint(): string {
    return this.#choice.endpoint;
  }

  health(): ReturnType<RuntimeConnection['health']> {
    return this.#inner.health();
  }

  onHealthChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setWatched(isWatched: boolean): void {
    this.#isWatched = isWatched;
    this.#inner.setWatched(isWatched);
  }

  async *events(signal: AbortSignal): AsyncGenerator<RuntimeEvent, void, void> {
    while (!signal.aborted && !this.#closing.signal.aborted) {
      const link = linkSignals([signal, this.#moved.signal, this.#closing.signal]);
      try {
        yield* this.#inner.events(link.signal);
      } finally {
        link.dispose();
      }
    }
  }

  hasEvents(): boolean {
    return this.#inner.hasEvents();
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('the connection is closed'));
    await this.#looking;
    await this.#inner.close();
  }

  #open(): RpcConnection {
    const { endpoint, reason } = this.#choice;
    this.#options.log.info({ endpoint, reason }, 'runtime endpoint');
    const opened = connectRuntime({ endpoint });
    opened.setWatched(this.#isWatched);
    opened.onHealthChange(() => this.#tellChange());
    return opened;
  }

  #tellChange(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  async #keepLooking(): Promise<void> {
    const { discover, log, lookAgainMs = LOOK_AGAIN_MS } = this.#options;
    try {
      while (this.#choice.tried.length > 0 && this.#inner.health().state !== 'ok') {
        await delay(lookAgainMs, this.#closing.signal);
        const next = await discover(this.#closing.signal);
        if (next.endpoint !== this.#choice.endpoint) await this.#moveTo(next);
        else this.#choice = next;
      }
    } catch (error) {
      if (!this.#closing.signal.aborted)
        log.error({ err: error }, 'the search for a runtime ended');
    }
  }

  async #moveTo(choice: EndpointChoice): Promise<void> {
    const left = this.#inner;
    this.#choice = choice;
    this.#inner = this.#open();
    this.#moved.abort(new Error('another runtime was found'));
    this.#moved = new AbortController();
    this.#tellChange();
    await left.close();
  }
}
