import { CHANNEL } from '../contract/ticket.ts';
import { stripControl } from '../lib/strip-control.ts';
import type { RuntimeStreamHandlers } from './runtime-stream.ts';

/** The channels of the first port of a port-forward: its bytes, and the runtime's words about it. */
const DATA = 0;
const WORDS = 1;
/** Each channel opens with the port's number. */
const PORT_BYTES = 2;
/** 4 KB: one sentence. */
const MAX_WORDS = 4_096;

export interface PodPortHandlers {
  /** Bytes of the pod, with our own channel before them. */
  onData(frame: Buffer): void;
  /** The connection in the pod has ended; null: without words. Told once. */
  onEnd(words: string | null): void;
}

/** Reads the runtime's form of a forwarded port. */
export class PodPort implements RuntimeStreamHandlers {
  readonly #handlers: PodPortHandlers;
  readonly #headBytes = [PORT_BYTES, PORT_BYTES];
  #words = '';
  #isEnded = false;

  constructor(handlers: PodPortHandlers) {
    this.#handlers = handlers;
  }

  onFrame(frame: Buffer): void {
    const [channel] = frame;
    if (channel !== DATA && channel !== WORDS) return;
    const head = Math.min(this.#headBytes[channel] ?? 0, frame.length - 1);
    this.#headBytes[channel] = (this.#headBytes[channel] ?? 0) - head;
    // The byte before the payload becomes the channel of our own frame.
    const rest = frame.subarray(head);
    if (rest.length <= 1) return;
    if (channel === WORDS) {
      this.#words = (this.#words + rest.toString('utf8', 1)).slice(0, MAX_WORDS);
      return;
    }
    rest[0] = CHANNEL.stdout;
    this.#handlers.onData(rest);
  }

  onClose(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    const words = stripControl(this.#words).trim();
    this.#handlers.onEnd(words === '' ? null : words);
  }
}
