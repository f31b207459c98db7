import { delay } from '../lib/abort.ts';
import { type Deferred, deferred } from '../lib/deferred.ts';

export type PressEnd = 'pressed' | 'nobody-looks' | 'removed' | 'given-up';

/** A person's "next", and whether anybody is still there to press it. */
export class NextPress {
  readonly #unwatchedMs: number;
  readonly #lookMs: number;
  #lookedAtMs = performance.now();
  #pressed: Deferred<void> | null = null;

  constructor(unwatchedMs: number, lookMs: number) {
    this.#unwatchedMs = unwatchedMs;
    this.#lookMs = lookMs;
  }

  look(): void {
    this.#lookedAtMs = performance.now();
  }

  /** False where nothing waits. */
  press(): boolean {
    if (this.#pressed === null) return false;
    this.look();
    this.#pressed.resolve();
    this.#pressed = null;
    return true;
  }

  /** Waits for the press; tells why it ended without one. Asks now and then whether there is still something to wait for. */
  async wait(signal: AbortSignal, isRemoved: () => Promise<boolean>): Promise<PressEnd> {
    const pressed = deferred<void>();
    this.#pressed = pressed;
    const waiting = new AbortController();
    const stop = AbortSignal.any([signal, waiting.signal]);
    try {
      for (;;) {
        const leftMs = this.#lookedAtMs + this.#unwatchedMs - performance.now();
        if (leftMs <= 0) return 'nobody-looks';
        const turn = delay(Math.min(leftMs, this.#lookMs), stop).then(
          () => 'turn' as const,
          () => 'given-up' as const,
        );
        const end = await Promise.race([pressed.promise.then(() => 'pressed' as const), turn]);
        if (end !== 'turn') return end;
        if (await isRemoved()) return 'removed';
      }
    } finally {
      this.#pressed = null;
      waiting.abort();
    }
  }
}
