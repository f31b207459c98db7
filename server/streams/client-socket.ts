import type { WebSocket } from 'ws';
import { HEARTBEAT_MS } from '../contract/stream-words.ts';
import type { ControlMessage } from '../contract/ticket.ts';
import { toBuffer, toControlFrame } from './frame.ts';

/** 2 s for the person's side to say goodbye too. */
const GOODBYE_MS = 2_000;

export interface ClientHandlers {
  /** A frame with its channel as first byte; never empty. */
  onFrame(channel: number, payload: Buffer): void;
  /** The connection is gone; told once. `isFarewell`: both sides said goodbye, so all that was sent has arrived. */
  onGone(isFarewell: boolean): void;
  /** Every heartbeat: false ends nothing by itself. */
  onHeartbeat(): void;
}

/** The person's end of a stream: counts what waits, keeps the connection alive, notices when it is dead. */
export class ClientSocket {
  readonly #socket: WebSocket;
  readonly #handlers: ClientHandlers;
  #heartbeat: NodeJS.Timeout;
  readonly #onSent: () => void;
  #isAnswering = true;
  #isPaused = false;
  #isGone = false;

  constructor(socket: WebSocket, handlers: ClientHandlers & { onSent(): void }) {
    this.#socket = socket;
    this.#handlers = handlers;
    this.#onSent = () => handlers.onSent();
    this.#heartbeat = setTimeout(() => this.#beat(), HEARTBEAT_MS);
    socket.on('message', (message) => {
      this.#isAnswering = true;
      const frame = toBuffer(message);
      const [channel] = frame;
      if (channel !== undefined) handlers.onFrame(channel, frame.subarray(1));
    });
    socket.on('pong', () => {
      this.#isAnswering = true;
    });
    // What broke is told by its close.
    socket.on('error', () => undefined);
    socket.on('close', (code: number) => this.#leave(code === 1000));
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Bytes that were handed to the connection and have not left this machine. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  /** Sends a frame whose first byte is the channel. */
  send(frame: Buffer): void {
    if (!this.#isGone) this.#socket.send(frame, this.#onSent);
  }

  tell(message: ControlMessage): void {
    this.send(toControlFrame(message));
  }

  /** Takes no more from the person for now. */
  pause(): void {
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.#isAnswering = true;
    this.#socket.resume();
  }

  /** Says goodbye after what was sent before; a side that does not answer is cut. */
  close(): void {
    if (this.#isGone) return;
    this.resume();
    this.#socket.close(1000);
    setTimeout(() => this.#socket.terminate(), GOODBYE_MS).unref();
  }

  #beat(): void {
    // While nothing is read, an answer cannot be heard.
    if (!this.#isAnswering && !this.#isPaused) {
      this.#socket.terminate();
      return;
    }
    this.#isAnswering = false;
    this.#heartbeat = setTimeout(() => this.#beat(), HEARTBEAT_MS);
    this.#socket.ping();
    this.tell({ control: 'beat' });
    this.#handlers.onHeartbeat();
  }

  #leave(isFarewell: boolean): void {
    if (this.#isGone) return;
    this.#isGone = true;
    clearTimeout(this.#heartbeat);
    this.#handlers.onGone(isFarewell);
  }
}
