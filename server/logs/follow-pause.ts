import { type FSWatcher, watch } from 'node:fs';
import { whenAborted } from '../lib/abort.ts';

/** While it is being written: some ten looks a second, whatever the number of lines. */
const ACTIVE_MS = 100;
/** How long after the last line a log counts as being written. */
const STAYS_ACTIVE_MS = 1_000;
/** At rest a watch wakes us; this is for file systems that tell nothing, and for what a watch does not show. */
const REST_MS = 500;

/**
 * The waiting of a follower. A watch is held at rest only: while thousands of lines a second come, each would wake us.
 */
export class FollowPause {
  #watcher: FSWatcher | null = null;
  #watchedPath: string | null = null;
  #lastBytesAtMs = performance.now();
  #wake: () => void = () => {};

  /** There was something to read. */
  touch(): void {
    this.#lastBytesAtMs = performance.now();
  }

  /** How long nothing came. */
  get quietMs(): number {
    return performance.now() - this.#lastBytesAtMs;
  }

  /** Resolves when there may be more, or with the signal. */
  async wait(folderPath: string | null, signal: AbortSignal): Promise<void> {
    const isActive = this.quietMs < STAYS_ACTIVE_MS;
    if (isActive || folderPath === null) this.#unwatch();
    // What was written before the watch stood is seen by another look first.
    else if (this.#watch(folderPath)) return;
    await new Promise<void>((resolve) => {
      let stopListening = (): void => {};
      const timer = setTimeout(() => this.#wake(), isActive ? ACTIVE_MS : REST_MS);
      this.#wake = () => {
        clearTimeout(timer);
        stopListening();
        resolve();
      };
      stopListening = whenAborted(signal, () => this.#wake());
    });
  }

  close(): void {
    this.#unwatch();
  }

  /** True when the watch is new. */
  #watch(path: string): boolean {
    if (this.#watcher !== null && this.#watchedPath === path) return false;
    this.#unwatch();
    try {
      this.#watcher = watch(path, { persistent: false }, () => this.#wake());
      this.#watcher.on('error', () => this.#unwatch());
      this.#watchedPath = path;
      return true;
    } catch (error) {
      // No watch left (fs.inotify.max_user_watches), or none to be had: the looks at rest remain.
      if (!(error instanceof Error && 'code' in error)) throw error;
      return false;
    }
  }

  #unwatch(): void {
    this.#watcher?.close();
    this.#watcher = null;
    this.#watchedPath = null;
  }
}
