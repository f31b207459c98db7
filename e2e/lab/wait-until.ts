import { setTimeout as delay } from 'node:timers/promises';

export interface WaitOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly everyMs?: number;
}

/**
 * Asks until the answer is neither null nor false, and resolves with it. Rejects when the time is over, with the last
 * error if asking failed, or when the signal aborts.
 */
export async function waitUntil<T>(
  what: string,
  options: WaitOptions,
  ask: () => Promise<T | null | false>,
): Promise<T> {
  const endMs = performance.now() + options.timeoutMs;
  let lastError: unknown = null;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      const answer = await ask();
      if (answer !== null && answer !== false) return answer;
      lastError = null;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > endMs) {
      throw new Error(`waited ${options.timeoutMs} ms in vain: ${what}`, { cause: lastError });
    }
    await delay(options.everyMs ?? 50, undefined, { signal: options.signal });
  }
}
