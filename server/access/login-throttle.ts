import { setTimeout as wait } from 'node:timers/promises';

/** 300 ms: unnoticed after a slip, and 200 guesses a minute at most through one queue of twenty are 4,000 of 2^256. */
const DELAY_MS = 300;
/** Wrong logins being answered at once; beyond it they are turned away. */
const MAX_WAITING = 20;

/** Slows down guessing. A right token never waits, so nobody can lock the others out. */
export interface LoginThrottle {
  /** Resolves to false when too many wrong tokens are being answered already. */
  afterWrongToken(signal: AbortSignal): Promise<boolean>;
}

/** One throttle serves forms, links and bearer tokens. */
export function createLoginThrottle(delayMs = DELAY_MS): LoginThrottle {
  let waiting = 0;
  return {
    async afterWrongToken(signal) {
      if (waiting >= MAX_WAITING) return false;
      waiting += 1;
      try {
        await wait(delayMs, undefined, { signal });
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        waiting -= 1;
      }
      return true;
    },
  };
}
