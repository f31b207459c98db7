/** 3 s: what was let go of when the looking ended is written and gone by then. */
const AFTER_MS = 3_000;

/** Gives memory back to the node some time after the work has ended. */
export interface MemoryReturn {
  /** The work has ended. */
  rested(): void;
  /** There is work again, or the end: nothing is given back. */
  cancel(): void;
}

/**
 * V8 keeps the pages it once needed for as long as nothing presses it. A collection of the thorough kind moves what is left
 * together and frees the rest: 10 MB after ten viewers, for a tenth of a second in which nobody looks. Does nothing where node
 * was started without --expose-gc.
 */
export function createMemoryReturn(afterMs = AFTER_MS): MemoryReturn {
  let timer: NodeJS.Timeout | null = null;
  const cancel = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    rested() {
      cancel();
      timer = setTimeout(() => {
        timer = null;
        globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
      }, afterMs);
      timer.unref();
    },
    cancel,
  };
}
