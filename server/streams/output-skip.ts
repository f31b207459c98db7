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
  #heardAtMs = this.#startedAtMs;
  #tail: Buffer[] = [];
  #tailBytes = 0;

  constructor(onDone: (skippedBytes: number, tail: Buffer) => void) {
    this.#onDone = onDone;
    this.#timer = setTimeout(() => this.#look(), SILENCE_MS);
  }

  /** Takes output instead of the page: thousands of pieces of a few bytes, so as little as can be is done with each. */
  take(payload: Buffer): void {
    this.#bytes += payload.length;
    this.#heardAtMs = performance.now();
    this.#tail.push(payload);
    this.#tailBytes += payload.length;
    if (this.#tailBytes > 16 * TAIL_BYTES) this.#cutTail();
    if (this.#heardAtMs - this.#startedAtMs > MAX_SKIP_MS) this.end();
  }

  /** Hands over what is kept. */
  end(): void {
    clearTimeout(this.#timer);
    this.#cutTail();
    this.#onDone(this.#bytes - this.#tailBytes, Buffer.concat(this.#tail));
  }

  #look(): void {
    const leftMs = this.#heardAtMs + SILENCE_MS - performance.now();
    if (leftMs <= 0) this.end();
    else this.#timer = setTimeout(() => this.#look(), leftMs);
  }

  #cutTail(): void {
    const kept = Buffer.concat(this.#tail).subarray(-TAIL_BYTES);
    this.#tail = [kept];
    this.#tailBytes = kept.length;
  }
}
