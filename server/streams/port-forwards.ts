import type { WebSocket } from 'ws';
import type { Caller } from '../access/gate.ts';
import { CHANNEL, type TicketRequest } from '../contract/ticket.ts';
import { auditOpen } from './audit.ts';
import { ClientSocket } from './client-socket.ts';
import { parseClientControl } from './client-words.ts';
import { toStreamFailed } from './explain-close.ts';
import { CONNECTION_MARKS, Flow } from './flow.ts';
import { IdleWatch } from './idle-watch.ts';
import type { StreamCounts } from './limits.ts';
import { openRuntimeStream } from './open-runtime-stream.ts';
import { PodPort } from './pod-port.ts';
import type { RuntimeStream } from './runtime-stream.ts';
import { StreamFailed, toEnd } from './stream-failed.ts';
import type { StreamsParts } from './streams-parts.ts';
import { ownerOf } from './ticket-store.ts';

type PortRequest = Extract<TicketRequest, { readonly kind: 'port-forward' }>;

/** Connections into pods: one stream each, none of which outlives its person's end. */
export class PortForwards {
  readonly #parts: StreamsParts;
  readonly #counts: StreamCounts;
  readonly #open = new Map<ForwardedConnection, Promise<void>>();

  constructor(parts: StreamsParts, counts: StreamCounts) {
    this.#parts = parts;
    this.#counts = counts;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Forwards this connection until one side ends it; what goes wrong is told there. */
  open(caller: Caller, request: PortRequest, socket: WebSocket): void {
    const connection = new ForwardedConnection(this.#parts, caller, socket);
    const free = this.#counts.take('port-forward', ownerOf(caller));
    const done = connection.run(request, typeof free === 'string' ? free : null).finally(() => {
      if (typeof free !== 'string') free();
      this.#open.delete(connection);
    });
    this.#open.set(connection, done);
  }

  async close(): Promise<void> {
    for (const connection of this.#open.keys())
      connection.end(new StreamFailed('server-stops', null));
    await Promise.all(this.#open.values());
  }
}

/** One connection of a person, and the one in the pod. */
class ForwardedConnection {
  readonly #parts: StreamsParts;
  readonly #caller: Caller;
  readonly #client: ClientSocket;
  readonly #opening = new AbortController();
  readonly #idle: IdleWatch;
  #stream: RuntimeStream | null = null;
  #bytesIn = 0;
  #bytesOut = 0;
  #end: (end: StreamFailed) => void = () => undefined;

  constructor(parts: StreamsParts, caller: Caller, socket: WebSocket) {
    const { idleMs } = parts.limits['port-forward'];
    this.#parts = parts;
    this.#caller = caller;
    this.#idle = new IdleWatch(idleMs, () => this.end(new StreamFailed('idle', null)));
    this.#client = new ClientSocket(socket, {
      onFrame: (channel, payload) => this.#onClientFrame(channel, payload),
      onGone: () => this.end(new StreamFailed('closed-by-you', null)),
      onHeartbeat: () => {
        if (!parts.gate.isAlive(caller)) this.end(new StreamFailed('logged-out', null));
      },
      onSent: () => this.#updateOutput(),
    });
    this.#client.pause();
  }

  /** Resolves when both ends are closed; never rejects for what a person is told. */
  async run(request: PortRequest, full: string | null): Promise<void> {
    const { log } = this.#parts;
    const { podSandboxId: target, port } = request;
    const audit = auditOpen(log, {
      kind: 'port-forward',
      caller: this.#caller,
      target,
      names: null,
      port,
    });
    const { ending } = await this.#forward(request, full);
    this.#idle.close();
    this.#stream?.end();
    this.#client.tell(toEnd(ending, null, null));
    this.#client.close();
    const { reason } = ending;
    audit({ reason, exitCode: null, bytesIn: this.#bytesIn, bytesOut: this.#bytesOut });
  }

  /** Ends it with these words. */
  end(why: StreamFailed): void {
    this.#opening.abort(why);
    this.#end(why);
  }

  async #forward(request: PortRequest, full: string | null): Promise<StreamFailed> {
    if (full !== null) return new StreamFailed('too-many', full);
    const ended = new Promise<StreamFailed>((resolve) => {
      this.#end = resolve;
    });
    const pod = new PodPort({
      onData: (frame) => this.#onPodData(frame),
      onEnd: (words) => this.end(toPodEnd(words, request.port)),
    });
    const { streaming } = this.#parts.node.cri;
    const { signal } = this.#opening;
    try {
      const target = {
        call: 'PortForward',
        containerId: null,
        ask: (options: { readonly signal: AbortSignal }) => streaming.portForward(request, options),
      } as const;
      this.#stream = await openRuntimeStream(this.#parts.node, target, pod, signal);
    } catch (error) {
      if (signal.aborted && signal.reason instanceof StreamFailed) return signal.reason;
      const told = toStreamFailed(error);
      if (told !== null) return told;
      this.#parts.log.error({ err: error }, 'a port could not be forwarded');
      return new StreamFailed('failed', 'The log of cri-triage says why.');
    }
    this.#stream.onDrain(() => this.#updateInput());
    this.#client.tell({ control: 'opened', session: null, command: [], tty: false });
    this.#client.resume();
    this.#stream.resume();
    return ended;
  }

  #onPodData(frame: Buffer): void {
    this.#bytesOut += frame.length - 1;
    this.#use();
    this.#client.send(frame);
    this.#updateOutput();
  }

  #onClientFrame(channel: number, payload: Buffer): void {
    if (channel === CHANNEL.control) {
      const word = parseClientControl(payload);
      if (word !== null && 'close' in word) this.end(new StreamFailed('closed-by-you', null));
    }
    if (channel !== CHANNEL.stdin || payload.length === 0) return;
    this.#bytesIn += payload.length;
    this.#use();
    this.#stream?.send(CHANNEL.stdin, payload);
    this.#updateInput();
  }

  readonly #output = new Flow({
    pause: () => this.#stream?.pause(),
    resume: () => this.#stream?.resume(),
  });
  readonly #input = new Flow({
    pause: () => this.#client.pause(),
    resume: () => this.#client.resume(),
  });

  #updateOutput(): void {
    this.#output.update({ bytes: this.#client.bufferedBytes, marks: CONNECTION_MARKS });
  }

  #updateInput(): void {
    this.#input.update({ bytes: this.#stream?.bufferedBytes ?? 0, marks: CONNECTION_MARKS });
  }

  #use(): void {
    this.#idle.use();
    const { maxBytes } = this.#parts.limits['port-forward'];
    if (this.#bytesIn + this.#bytesOut > maxBytes) this.end(new StreamFailed('byte-limit', null));
  }
}

/** What the runtime says when the pod's side ends; null: it just closed. */
function toPodEnd(words: string | null, port: number): StreamFailed {
  if (words === null) return new StreamFailed('closed-by-pod', null);
  if (!/connection refused/i.test(words)) return new StreamFailed('runtime-refused', words);
  return new StreamFailed('port-refused', refusedSentence(port));
}

/** Why nothing was reached, and what looks like it. */
export function refusedSentence(port: number): string {
  return `Nothing listens on localhost:${port} in the pod's network (connection refused). A program that listens on the pod's own address alone looks the same from there.`;
}
