import { isDeepStrictEqual } from 'node:util';
import { available, type Section, unavailable } from '../contract/section.ts';
import { toReason } from './call-error.ts';
import { keepElements } from './keep-elements.ts';

export interface PartOptions<T> {
  /** Reads the part anew: a value, or a section where the source tells its own reason. Throws for "could not look". */
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly nowMs: () => number;
  /** After each reading, whatever came of it; `isNews`: something else than before. */
  readonly onRead: (isNews: boolean) => void;
  /** How old a value may grow while it cannot be read again; without a bound it is kept for good. */
  readonly keepMs?: number;
}

/** Anything that can be read anew, one reading at a time. */
export interface Readable {
  /** Reads anew, or joins the reading that runs. Never rejects. */
  refresh(signal: AbortSignal): Promise<void>;
  /** When the latest reading began, 0 before the first one. */
  readonly startedAtMs: number;
  /** Why the latest reading failed, null when it did not. */
  failure(): string | null;
}

/** One part of the snapshot: its latest value, and the reading of it. One failure blinds this part and no other. */
export class Part<T> implements Readable {
  readonly #options: PartOptions<T>;
  #section: Section<T> = unavailable('Not read yet.');
  #running: Promise<void> | null = null;
  #failure: string | null = null;
  startedAtMs = 0;

  constructor(options: PartOptions<T>) {
    this.#options = options;
  }

  /** The latest value; the last one with its age while it cannot be read anew. */
  section(): Section<T> {
    return this.#section;
  }

  failure(): string | null {
    return this.#failure;
  }

  refresh(signal: AbortSignal): Promise<void> {
    this.#running ??= this.#read(signal).then((isNews) => {
      this.#running = null;
      this.#options.onRead(isNews);
    });
    return this.#running;
  }

  async #read(signal: AbortSignal): Promise<boolean> {
    const { read, nowMs } = this.#options;
    this.startedAtMs = nowMs();
    const before = { section: this.#section, failure: this.#failure };
    try {
      const value = await read(signal);
      this.#failure = null;
      this.#section = available(this.#sameOr(value), nowMs());
    } catch (error) {
      if (!signal.aborted) this.#fail(toReason(error));
    }
    return (
      before.failure !== this.#failure ||
      before.section.available !== this.#section.available ||
      (before.section.available &&
        this.#section.available &&
        before.section.value !== this.#section.value)
    );
  }

  /** The old value when the new one is equal, or its equal elements: who looks at it sees what did not change. */
  #sameOr(value: T): T {
    const last = this.#section;
    if (!last.available) return value;
    if (Array.isArray(last.value) && Array.isArray(value)) return keepElements(last.value, value);
    return isDeepStrictEqual(last.value, value) ? last.value : value;
  }

  #fail(reason: string): void {
    const { nowMs, keepMs = Number.POSITIVE_INFINITY } = this.#options;
    this.#failure = reason;
    const last = this.#section;
    if (!last.available || nowMs() - last.asOfMs > keepMs) this.#section = unavailable(reason);
  }
}

/** For a `read` whose source answers with a section: its reason becomes the failure. */
export function sectionValue<T>(section: Section<T>): T {
  if (!section.available) throw new Error(section.reason);
  return section.value;
}
