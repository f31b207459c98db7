import type { RuntimeHealth } from '../contract/node-status.ts';
import type { RuntimeVersion } from '../contract/runtime-objects.ts';
import { orAborted } from '../lib/abort.ts';
import { type Deferred, deferred } from '../lib/deferred.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { toHealth } from './to-health.ts';

export type HealthState = RuntimeHealth['state'];

/** What is known of the runtime's health, and who wants to hear of a change. */
export class HealthRecord {
  readonly callsInFlight = new CallsInFlight();
  readonly path: string;
  /** What Version last told; kept while the runtime is away. */
  version: RuntimeVersion | null = null;
  #state: HealthState = 'connecting';
  #sinceMs = Date.now();
  #lastAnswerAtMs: number | null = null;
  #problem: string | null = null;
  readonly #listeners = new Set<() => void>();
  #changed: Deferred<void> = deferred();

  constructor(path: string) {
    this.path = path;
  }

  get state(): HealthState {
    return this.#state;
  }

  noteAnswer(): void {
    this.#lastAnswerAtMs = Date.now();
  }

  toHealth(): RuntimeHealth {
    return toHealth(
      {
        state: this.#state,
        sinceMs: this.#sinceMs,
        lastAnswerAtMs: this.#lastAnswerAtMs,
        runtimeName: this.version?.runtimeName ?? null,
        path: this.path,
        problem: this.#problem,
        oldestRead: this.callsInFlight.oldestRead(),
        callsInFlight: this.callsInFlight.size,
      },
      Date.now(),
    );
  }

  /** Takes the state over; `since` starts anew with another state only, a new reason alone is told too. */
  become(state: HealthState, problem: string | null): void {
    const isOther = state !== this.#state;
    if (!isOther && problem === this.#problem) return;
    if (isOther) this.#sinceMs = this.#startOf(state);
    this.#state = state;
    this.#problem = problem;
    this.tellChange();
  }

  /** Tells the listeners, e.g. when a call that hangs changed the message and not the state. */
  tellChange(): void {
    this.#changed.resolve();
    this.#changed = deferred();
    for (const listener of [...this.#listeners]) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves with the next change; rejects when the signal aborts. */
  nextChange(signal: AbortSignal): Promise<void> {
    return orAborted(this.#changed.promise, signal);
  }

  /** A hang began with the oldest question that is open, but not before the last answer. */
  #startOf(state: HealthState): number {
    const oldest = state === 'hung' ? this.callsInFlight.oldestRead() : null;
    return oldest === null
      ? Date.now()
      : Math.max(oldest.startedAtMs, this.#lastAnswerAtMs ?? oldest.startedAtMs);
  }
}
