import { type Deferred, deferred } from './deferred.ts';

/**
 * A bounded bridge from callbacks to `for await`: one reader; when the reader is slow the oldest items are dropped and
 * counted. `end` lets the reader finish what is queued, `fail` makes it throw after that.
 */
export class AsyncQueue<T> {
  readonly #capacity: number;
  #items: T[] = [];
  #dropped = 0;
  #isEnded = false;
  #failure: { readonly error: unknown } | null = null;
  #waiting: Deferred<void> | null = null;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#items.length;
  }

  /** How many items were dropped because the reader was slow. */
  get dropped(): number {
    return this.#dropped;
  }

  push(item: T): void {
    if (this.#isEnded) return;
    if (this.#items.length >= this.#capacity) {
      this.#items.shift();
      this.#dropped += 1;
    }
    this.#items.push(item);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  fail(error: unknown): void {
    if (this.#isEnded) return;
    this.#failure = { error };
    this.end();
  }

  /** The next item, or null after the end; throws the failure. */
  async next(): Promise<{ readonly item: T } | null> {
    for (;;) {
      for (const item of this.#items.splice(0, 1)) return { item };
      if (this.#failure) throw this.#failure.error;
      if (this.#isEnded) return null;
      this.#waiting = deferred<void>();
      await this.#waiting.promise;
    }
  }

  #wake(): void {
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}
