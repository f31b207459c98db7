import { forEachLimited } from './limited.ts';

/** Questions about single objects at once: enough to hide latency, too few to hurt a runtime in trouble. */
const CONCURRENCY = 4;

export interface OnceCacheOptions<K, V> {
  readonly idOf: (item: K) => string;
  /** Changes when the answer may have: then it is asked again. */
  readonly stampOf: (item: K) => string;
  /** Null when there is no such thing (any more). Throws for "could not look": asked again next time. */
  readonly ask: (item: K, signal: AbortSignal) => Promise<V | null>;
  /** False for an answer that may still change although the stamp does not. */
  readonly isFinal: (item: K, value: V | null) => boolean;
}

interface Entry<V> {
  readonly stamp: string;
  readonly value: V | null;
  readonly isFinal: boolean;
}

/** Answers about objects, asked once each and forgotten with the object. */
export class OnceCache<K, V> {
  readonly #options: OnceCacheOptions<K, V>;
  #entries = new Map<string, Entry<V>>();
  #values: Readonly<Record<string, V>> | null = null;

  constructor(options: OnceCacheOptions<K, V>) {
    this.#options = options;
  }

  /** Asks for those of `items` that have no final answer, and forgets all others. Never rejects. */
  async fill(items: readonly K[], signal: AbortSignal): Promise<void> {
    this.#forgetAllBut(new Set(items.map(this.#options.idOf)));
    const open = items.filter((item) => !this.#isAnswered(item));
    await forEachLimited(open, CONCURRENCY, (item) => this.#ask(item, signal));
  }

  /** Answers by id; the same object until an answer changes. */
  values(): Readonly<Record<string, V>> {
    this.#values ??= Object.fromEntries(
      [...this.#entries].flatMap(([id, { value }]) => (value === null ? [] : [[id, value]])),
    );
    return this.#values;
  }

  #isAnswered(item: K): boolean {
    const entry = this.#entries.get(this.#options.idOf(item));
    return entry?.isFinal === true && entry.stamp === this.#options.stampOf(item);
  }

  async #ask(item: K, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { idOf, stampOf, ask, isFinal } = this.#options;
    try {
      const value = await ask(item, signal);
      this.#entries.set(idOf(item), { stamp: stampOf(item), value, isFinal: isFinal(item, value) });
      this.#values = null;
    } catch {
      // One object that does not answer keeps its last answer; a runtime that does not answer shows in the lists.
    }
  }

  #forgetAllBut(ids: ReadonlySet<string>): void {
    for (const id of this.#entries.keys()) {
      if (ids.has(id)) continue;
      this.#entries.delete(id);
      this.#values = null;
    }
  }
}
