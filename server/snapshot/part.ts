import { available, type Section, unavailable } from '../contract/section.ts';
import { toReason } from './call-error.ts';

export interface PartOptions<T> {
  /** Reads the part anew: a value, or a section where the source tells its own reason. Throws for "could not look". */
  readonly read: (signal: AbortSignal) => Promise<T>;
  readonly nowMs: () => number;
  /** After each reading, whatever came of it. */
  readonly onRead: () => void;
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
    this.#running ??= this.#read(signal).finally(() => {
      this.#running = null;
      this.#options.onRead();
    });
    return this.#running;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { read, nowMs, keepMs = Number.POSITIVE_INFINITY } = this.#options;
    this.startedAtMs = nowMs();
    try {
      this.#section = available(await read(signal), nowMs());
      this.#failure = null;
    } catch (error) {
      if (signal.aborted) return;
      this.#failure = toReason(error);
      const last = this.#section;
      if (!last.available || nowMs() - last.asOfMs > keepMs)
        this.#section = unavailable(this.#failure);
    }
  }
}

/** For a `read` whose source answers with a section: its reason becomes the failure. */
export function sectionValue<T>(section: Section<T>): T {
  if (!section.available) throw new Error(section.reason);
  return section.value;
}
