/** 25 ms of silence: what was waiting has come. */
const SILENCE_MS = 25;
/** 250 ms: a program that goes on in spite of the interrupt is shown again. */
const MAX_SKIP_MS = 250;
/** 4 KiB: the prompt, and what stands just before it. */
const TAIL_BYTES = 4 * 1024;

/**
 * After an interrupt: takes away what was waiting in the kernel's and the runtime's buffers, which can be megabytes that
 * a page would show for seconds before the prompt comes. Its end is kept. Terminals throw their queue away too.
 */
export class OutputSkip {
  readonly #onDone: (skippedBytes: number, tail: Buffer) => void;
  readonly #startedAtMs = performance.now();
  #timer: NodeJS.Timeout;
  #bytes = 0;
  #tail: Buffer = Buffer.alloc(0);

  constructor(onDone: (skippedBytes: number, tail: Buffer) => void) {
    this.#onDone = onDone;
    this.#timer = setTimeout(() => this.end(), SILENCE_MS);
  }

  /** Takes output instead of the page. */
  take(payload: Buffer): void {
    this.#bytes += payload.length;
    this.#tail = Buffer.concat([this.#tail, payload]).subarray(-TAIL_BYTES);
    if (performance.now() - this.#startedAtMs > MAX_SKIP_MS) {
      this.end();
      return;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), SILENCE_MS);
  }

  /** Hands over what is kept. */
  end(): void {
    clearTimeout(this.#timer);
    this.#onDone(this.#bytes - this.#tail.length, this.#tail);
  }
}
