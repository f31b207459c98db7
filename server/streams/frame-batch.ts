/** 8 KiB: from here on a frame costs more to copy than to hand on by itself. */
const LARGE_BYTES = 8 * 1024;

/**
 * Puts together what comes at once: a runtime sends each write of a program as a frame of its own, thousands a second of a
 * few bytes, and each costs the page as much as a large one. Everything that came with one piece from the network is handed
 * on together, in the same turn of the loop: nothing waits.
 */
export class FrameBatch {
  readonly #onFrame: (frame: Buffer) => void;
  #frames: Buffer[] = [];
  /** Bytes of them without their channel. */
  #bytes = 0;

  constructor(onFrame: (frame: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  /** Bytes of output that are not handed on yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Takes a frame of the runtime: its channel, then at least one byte. */
  add(frame: Buffer): void {
    if (frame[0] !== this.#frames[0]?.[0]) this.flush();
    if (frame.length >= LARGE_BYTES) {
      this.flush();
      this.#onFrame(frame);
      return;
    }
    if (this.#frames.length === 0) queueMicrotask(() => this.flush());
    this.#frames.push(frame);
    this.#bytes += frame.length - 1;
  }

  /** Hands on what is there, as one frame. */
  flush(): void {
    const [first, ...more] = this.#frames;
    if (first === undefined) return;
    const all = [first, ...more.map((frame) => frame.subarray(1))];
    this.#frames = [];
    this.#bytes = 0;
    this.#onFrame(more.length === 0 ? first : Buffer.concat(all));
  }
}
