interface Entry {
  delayMs: number;
  updatedAtMs: number;
}

/** kubelet's back-off: doubled with each failure, forgotten after twice its maximum without one. */
export class BackOff {
  readonly #initialMs: number;
  readonly #maxMs: number;
  readonly #entries = new Map<string, Entry>();

  constructor(initialMs: number, maxMs: number) {
    this.#initialMs = initialMs;
    this.#maxMs = maxMs;
  }

  /** Notes one more failure that happened at `eventMs`. */
  next(key: string, eventMs: number): void {
    const entry = this.#live(key, eventMs);
    const delayMs = entry === null ? this.#initialMs : Math.min(entry.delayMs * 2, this.#maxMs);
    this.#entries.set(key, { delayMs, updatedAtMs: Date.now() });
  }

  delayMs(key: string): number {
    return this.#entries.get(key)?.delayMs ?? 0;
  }

  /** For a container that ended at `eventMs`: must it still wait? */
  isWaitingSinceEvent(key: string, eventMs: number): boolean {
    const entry = this.#live(key, eventMs);
    return entry !== null && Date.now() - eventMs < entry.delayMs;
  }

  /** For a call that failed: must it still wait since the failure was noted? */
  isWaitingSinceUpdate(key: string): boolean {
    const nowMs = Date.now();
    const entry = this.#live(key, nowMs);
    return entry !== null && nowMs - entry.updatedAtMs < entry.delayMs;
  }

  #live(key: string, eventMs: number): Entry | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || eventMs - entry.updatedAtMs > this.#maxMs * 2) return null;
    return entry;
  }
}

/** As Go prints a duration: 10s, 1m20s, 5m0s. */
export function formatDelay(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
