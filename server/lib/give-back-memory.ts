import { setFlagsFromString } from 'node:v8';

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
 * V8 keeps the pages it once needed, and a plain collection frees few: something is left on nearly each. One that moves what
 * is left together frees them: 12 MB after ten viewers, for a tenth of a second in which nobody looks. Does nothing where
 * node was started without --expose-gc.
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
        collectCompactly();
      }, afterMs);
      timer.unref();
    },
    cancel,
  };
}

/** The flag is set for this one collection only: compaction each time would cost a watched server much. */
function collectCompactly(): void {
  if (globalThis.gc === undefined) return;
  setFlagsFromString('--compact-on-every-full-gc');
  // Without options: Node 20 takes any for the wish for a small collection.
  globalThis.gc();
  setFlagsFromString('--no-compact-on-every-full-gc');
}
