/** Looked at this often at most, so that using it costs nothing. */
const LOOK_MS = 60_000;

/** Calls back once when nothing was used for a time. */
export class IdleWatch {
  readonly #idleMs: number;
  readonly #onIdle: () => void;
  #usedAtMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(idleMs: number, onIdle: () => void) {
    this.#idleMs = idleMs;
    this.#onIdle = onIdle;
    this.#look();
  }

  use(): void {
    this.#usedAtMs = performance.now();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const leftMs = this.#usedAtMs + this.#idleMs - performance.now();
    if (leftMs <= 0) {
      this.#onIdle();
      return;
    }
    this.#timer = setTimeout(() => this.#look(), Math.min(leftMs, LOOK_MS));
  }
}
