/** Calls back once for a burst: at the earliest `waitMs()` after its first `ask`. */
export class Fold {
  readonly #waitMs: () => number;
  readonly #onDue: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(waitMs: () => number, onDue: () => void) {
    this.#waitMs = waitMs;
    this.#onDue = onDue;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#onDue();
    }, this.#waitMs());
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
