import type { SourceStatus } from '../contract/node-status.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import { delay } from '../lib/abort.ts';
import { chooseLogPlace } from './choose-log-place.ts';
import { type FeedBatch, FeedError, type FeedLine } from './feed.ts';
import { describePlace, type FeedOptions, feedOf, type LogPlace } from './log-places.ts';

/** After a failure: soon at first (a rotation, a restart of journald). */
const FIRST_RETRY_MS = 500;
/** A file that was named may appear any moment; looking for one by itself starts journalctl several times. */
const LAST_RETRY_MS = { named: 2_000, unnamed: 60_000 } as const;

export interface FollowerOptions extends FeedOptions {
  /** What the user chose; null finds out by itself. */
  readonly given: LogPlace | null;
  readonly places: () => readonly LogPlace[];
  readonly nowMs: () => number;
  /** A new reading begins: everything taken from the last one is given out again. */
  readonly onStart: () => void;
  readonly onLine: (line: FeedLine) => void;
  /** After each batch, and after each change of the status. */
  readonly onBatch: () => void;
}

export type FollowerState = Pick<SourceStatus, 'status' | 'reason'> & {
  /** True once lines were read, also while the log cannot be read any more. */
  readonly hasRead: boolean;
  /** Since when a log that was read cannot be read any more. */
  readonly failedAtMs: number | null;
  /** Where it is read, or was read last; null before it was found. */
  readonly place: LogPlace | null;
};

const NEVER = { hasRead: false, failedAtMs: null, place: null } as const;

/** What was read of a log as a section: it keeps its last value, with its age, while the log cannot be read. */
export function sectionOf<T>(
  follower: { state(): FollowerState },
  nowMs: number,
  value: () => T,
): Section<T> {
  const { hasRead, reason, status, failedAtMs } = follower.state();
  if (!hasRead) return unavailable(reason);
  return available(value(), status === 'ok' ? nowMs : (failedAtMs ?? 0));
}

/** Finds a log, follows it, and begins again after a failure, until the signal. */
export class LogFollower {
  readonly #options: FollowerOptions;
  readonly #done: Promise<void>;
  #state: FollowerState = { status: 'unavailable', reason: 'Not read yet.', ...NEVER };
  #failures = 0;

  constructor(options: FollowerOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  state(): FollowerState {
    return this.#state;
  }

  /** Resolves when following has ended, after the signal. */
  async ended(): Promise<void> {
    await this.#done;
  }

  async #run(): Promise<void> {
    const { signal } = this.#options;
    while (!signal.aborted) {
      const reason = await this.#follow();
      if (signal.aborted) return;
      this.#fail(reason);
      await delay(this.#pauseMs(), signal).catch(() => {
        // The pause was cut short by the signal: the loop ends by itself.
      });
    }
  }

  #pauseMs(): number {
    const lastMs = this.#options.given === null ? LAST_RETRY_MS.unnamed : LAST_RETRY_MS.named;
    return Math.min(FIRST_RETRY_MS * 2 ** this.#failures++, lastMs);
  }

  /** Follows until it breaks, and says why. */
  async #follow(): Promise<string> {
    const chosen = await this.#choose();
    if (chosen.place === null) return chosen.reason;
    try {
      await this.#read(chosen.place);
      return 'the log ended';
    } catch (error) {
      if (error instanceof FeedError) return error.message;
      throw error;
    }
  }

  async #choose(): Promise<{ place: LogPlace } | { place: null; reason: string }> {
    const { given, places } = this.#options;
    return given === null ? chooseLogPlace(places(), this.#options) : { place: given };
  }

  async #read(place: LogPlace): Promise<void> {
    let isFirst = true;
    for await (const batch of feedOf(place, this.#options)) {
      if (isFirst) this.#options.onStart();
      isFirst = false;
      this.#take(batch, place);
    }
  }

  #take(batch: FeedBatch, place: LogPlace): void {
    for (const line of batch.lines) this.#options.onLine(line);
    const before = this.#state;
    this.#failures = 0;
    const hasRead = before.hasRead || batch.lines.length > 0;
    // Every runtime and every kubelet writes when it starts: a log without a line is the wrong one, or not yet the one.
    this.#state = hasRead
      ? { status: 'ok', reason: `Reads ${describePlace(place)}.`, hasRead, failedAtMs: null, place }
      : { ...before, place, reason: `There is no line yet in ${describePlace(place)}.` };
    const isNewState = before.status !== this.#state.status || before.reason !== this.#state.reason;
    if (isNewState || batch.lines.length > 0) this.#options.onBatch();
  }

  #fail(reason: string): void {
    const { hasRead, place } = this.#state;
    const failedAtMs = this.#state.failedAtMs ?? this.#options.nowMs();
    const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`;
    this.#state = {
      status: hasRead ? 'degraded' : 'unavailable',
      reason: sentence,
      hasRead,
      failedAtMs,
      place,
    };
    this.#options.onBatch();
  }
}
