/** Five ends in a minute: something is wrong that starting again does not mend. */
export const MAX_CRASHES = 5;
const CRASH_WINDOW_MS = 60_000;
/** 30 s between tries after that: the node has other work. */
const COOL_DOWN_MS = 30_000;

/** Counts ends that nobody asked for. */
export function createCrashCount(): { add(): void; waitMs(): number } {
  let crashes: number[] = [];
  return {
    add() {
      const nowMs = performance.now();
      crashes = [...crashes.filter((atMs) => nowMs - atMs < CRASH_WINDOW_MS), nowMs];
    },
    waitMs() {
      const last = crashes.at(-1);
      if (last === undefined || crashes.length < MAX_CRASHES) return 0;
      const leftMs = last + COOL_DOWN_MS - performance.now();
      if (leftMs <= 0) crashes = [];
      return Math.max(0, leftMs);
    },
  };
}
