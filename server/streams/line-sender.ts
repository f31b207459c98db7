import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHANNEL } from '../contract/stream-words.ts';
import { orAborted } from '../lib/abort.ts';
import { type Deferred, deferred } from '../lib/deferred.ts';
import type { ClientSocket } from './client-socket.ts';
import { CONNECTION_MARKS, Flow, SHOWN_MARKS } from './flow.ts';
import { toFrame } from './frame.ts';

/** 32 KiB in a frame: some hundred lines. */
const FRAME_CHARS = 32 * 1024;

/** Sends lines of JSON in large frames, as fast as they are taken and no faster. */
export class LineSender {
  readonly #client: ClientSocket;
  readonly #onSent: () => void;
  readonly #flow: Flow;
  #text = '';
  #totalBytes = 0;
  #shownBytes: number | null = null;
  #isFlushing = false;
  #room: Deferred<void> | null = null;

  constructor(client: ClientSocket, onSent: () => void) {
    this.#client = client;
    this.#onSent = onSent;
    this.#flow = new Flow({
      pause: () => {
        this.#room ??= deferred<void>();
      },
      resume: () => {
        this.#room?.resolve();
        this.#room = null;
      },
    });
  }

  get totalBytes(): number {
    return this.#totalBytes;
  }

  /** Takes one line; resolves when there is room for the next. */
  async send(item: unknown, signal: AbortSignal): Promise<void> {
    this.#text += `${JSON.stringify(item)}\n`;
    if (this.#text.length >= FRAME_CHARS) this.flush();
    else if (!this.#isFlushing) void this.#flushSoon();
    if (this.#room !== null) await orAborted(this.#room.promise, signal);
  }

  /** The page tells how much it has shown. */
  shown(bytes: number): void {
    this.#shownBytes = Math.max(this.#shownBytes ?? 0, Math.min(bytes, this.#totalBytes));
    this.update();
  }

  /** Judges anew whether there is room. */
  update(): void {
    const unshown = this.#shownBytes === null ? 0 : this.#totalBytes - this.#shownBytes;
    this.#flow.update(
      { bytes: this.#client.bufferedBytes, marks: CONNECTION_MARKS },
      { bytes: unshown, marks: SHOWN_MARKS },
    );
  }

  /** Sends what waits for company. */
  flush(): void {
    if (this.#text === '') return;
    const frame = toFrame(CHANNEL.stdout, Buffer.from(this.#text));
    this.#text = '';
    this.#totalBytes += frame.length - 1;
    this.#client.send(frame);
    this.#onSent();
    this.update();
  }

  /** Lines that come in one turn go out together. */
  async #flushSoon(): Promise<void> {
    this.#isFlushing = true;
    await nextTurn();
    this.#isFlushing = false;
    this.flush();
  }
}
