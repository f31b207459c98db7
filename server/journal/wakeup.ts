import { type FSWatcher, watch } from 'node:fs';
import { type Deferred, deferred } from '../lib/deferred.ts';

/** Writes that come within this time are read together. */
const FOLD_MS = 50;
/** Waits for a change of a file: announced by the kernel, or noticed at the slow pace. */
export class Wakeup {
  readonly #pollMs: number;
  readonly #signal: AbortSignal;
  readonly #onAbort = (): void => this.#wake();
  #watcher: FSWatcher | null = null;
  #waiting: Deferred<void> | null = null;
  #isDue = false;

  constructor(signal: AbortSignal, pollMs: number) {
    this.#signal = signal;
    this.#pollMs = pollMs;
    signal.addEventListener('abort', this.#onAbort);
  }

  /** Watches this file from now on; where it cannot be watched the slow pace is all there is. */
  watch(path: string): void {
    this.#watcher?.close();
    this.#watcher = null;
    try {
      this.#watcher = watch(path, { persistent: false }, () => this.#wake());
      this.#watcher.on('error', () => this.#watcher?.close());
    } catch (error) {
      // ENOENT: rotated away just now. ENOSPC: no inotify watch left. Both are covered by polling.
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  }

  async wait(): Promise<void> {
    if (!this.#isDue && !this.#signal.aborted) {
      this.#waiting = deferred<void>();
      const timer = setTimeout(() => this.#wake(), this.#pollMs);
      await this.#waiting.promise;
      clearTimeout(timer);
      this.#waiting = null;
      if (this.#isDue) await this.#fold();
    }
    this.#isDue = false;
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#watcher?.close();
  }

  #wake(): void {
    this.#isDue = true;
    this.#waiting?.resolve();
  }

  async #fold(): Promise<void> {
    if (this.#signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, FOLD_MS));
  }
}
