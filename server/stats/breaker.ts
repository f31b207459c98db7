/** 60 s: calls that hang pile up inside the runtime, whoever gave up on them. */
const CLOSED_AGAIN_MS = 60_000;

/**
 * Keeps a call that hangs from being made again: open after a timeout, after a minute one call is let through, and its
 * answer closes it.
 */
export class Breaker {
  readonly #nowMs: () => number;
  readonly #openMs: number;
  #openedAtMs: number | null = null;

  /** `nowMs` is a clock that only goes forward. */
  constructor(nowMs: () => number, openMs = CLOSED_AGAIN_MS) {
    this.#nowMs = nowMs;
    this.#openMs = openMs;
  }

  get state(): 'closed' | 'open' | 'half-open' {
    if (this.#openedAtMs === null) return 'closed';
    return this.#nowMs() - this.#openedAtMs < this.#openMs ? 'open' : 'half-open';
  }

  /** Milliseconds until one call is let through; 0 when it may be made now. */
  get waitMs(): number {
    if (this.#openedAtMs === null) return 0;
    return Math.max(0, this.#openedAtMs + this.#openMs - this.#nowMs());
  }

  answered(): void {
    this.#openedAtMs = null;
  }

  timedOut(): void {
    this.#openedAtMs = this.#nowMs();
  }
}
