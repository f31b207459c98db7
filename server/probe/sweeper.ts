import type { ProbeStore } from './probe-store.ts';
import type { ProbesParts } from './probes-parts.ts';
import { sweepFolders, sweepProbes } from './sweep.ts';

/** Folders of logs are looked through once in this many sweeps: they cost nobody anything. */
const FOLDERS_EVERY = 15;
/** 1 h: longer than any probe lives. */
const OLD_FOLDER_MS = 60 * 60_000;

/** Looks again and again for what probes have left, from the first answer of the runtime on. */
export class Sweeper {
  readonly #parts: ProbesParts;
  readonly #store: ProbeStore;
  readonly #closing = new AbortController();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #hasAnswered = false;
  /** Told once, not each minute. */
  #isFailing = false;
  #count = 0;

  constructor(parts: ProbesParts, store: ProbeStore) {
    this.#parts = parts;
    this.#store = store;
  }

  start(): void {
    this.#again(0);
  }

  /** One sweep now, shared by all who ask at once; rejects when the runtime cannot be asked. */
  sweep(): Promise<void> {
    this.#running ??= this.#sweep().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#running?.catch(() => undefined);
  }

  #again(waitMs: number): void {
    if (this.#closing.signal.aborted) return;
    this.#timer = setTimeout(() => void this.#turn(), waitMs);
    this.#timer.unref();
  }

  async #turn(): Promise<void> {
    const { limits, log } = this.#parts;
    try {
      await this.sweep();
      this.#hasAnswered = true;
      this.#isFailing = false;
    } catch (error) {
      if (!this.#closing.signal.aborted && !this.#isFailing) {
        const why = error instanceof Error ? error.message : String(error);
        log.warn({ why }, 'what probes may have left cannot be looked for yet');
      }
      this.#isFailing = true;
    }
    this.#again(this.#hasAnswered ? limits.sweepEachMs : limits.firstSweepEachMs);
  }

  async #sweep(): Promise<void> {
    const { node, limits, log, nowMs } = this.#parts;
    const parts = { node, limits: limits.removal, log, nowMs };
    const { signal } = this.#closing;
    const currentId = (): string | null => this.#store.current?.record.start.id ?? null;
    // First those that this server knows most of.
    for (const run of this.#store.withLeft()) await run.cleanUp();
    this.#store.setForeign(await sweepProbes(parts, currentId, signal));
    if (this.#count++ % FOLDERS_EVERY === 0) {
      await sweepFolders(parts, OLD_FOLDER_MS, (path) =>
        this.#store.all.some(({ logFolder }) => logFolder === path),
      );
    }
  }
}
