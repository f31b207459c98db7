import type { Random } from '../engine/random.ts';

/** The most that lines of one simulated millisecond lie apart, in ns: many of them still fit into it. */
const LARGEST_STEP_NS = 9_000;

/**
 * Times for the lines of one log: they never go back, also among lines of the same simulated millisecond. What is below
 * the millisecond is made up.
 */
export function createLineClock(now: () => number, random: Random): (digits: 6 | 9) => string {
  let lastMs = 0;
  let belowNs = 0;
  return (digits) => {
    const nowMs = Math.floor(now());
    if (nowMs > lastMs) {
      lastMs = nowMs;
      belowNs = random.between(0, 200_000);
    } else {
      belowNs = Math.min(999_999, belowNs + random.between(1_000, LARGEST_STEP_NS));
    }
    const text = new Date(lastMs).toISOString().slice(0, -1);
    return `${text}${String(belowNs)
      .padStart(6, '0')
      .slice(0, digits - 3)}Z`;
  };
}
