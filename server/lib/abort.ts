/**
 * Calls `onAbort` once when the signal aborts (at once if it already has); the returned function takes the listener off
 * again, so that a long-lived signal keeps nothing of a finished call.
 */
export function whenAborted(signal: AbortSignal, onAbort: () => void): () => void {
  if (signal.aborted) {
    onAbort();
    return () => {};
  }
  signal.addEventListener('abort', onAbort, { once: true });
  return () => signal.removeEventListener('abort', onAbort);
}

/** Settles as the promise does, or rejects with the signal's reason when that comes first. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stopListening = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stopListening = whenAborted(signal, () => reject(signal.reason));
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening();
  }
}

/** Resolves after `delayMs`; rejects with the signal's reason when that comes first, and leaves no timer behind. */
export function delay(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let stopListening = () => {};
    const timer = setTimeout(() => {
      stopListening();
      resolve();
    }, delayMs);
    stopListening = whenAborted(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  dispose(): void;
}

/** A signal that aborts with any of the given ones or by itself; `dispose` takes it off them again. */
export function linkSignals(signals: readonly AbortSignal[]): LinkedSignal {
  const controller = new AbortController();
  const disposers = signals.map((signal) =>
    whenAborted(signal, () => controller.abort(signal.reason)),
  );
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    dispose: () => {
      for (const dispose of disposers) dispose();
    },
  };
}
