/** A clock that is ahead by up to a day does not move an entry into last year. */
const DAY_MS = 24 * 60 * 60 * 1000;

/** The latest year's date that is not ahead of now, for logs that write none. */
export function inYearBefore(inYear: (year: number) => number, nowMs: number): number {
  const year = new Date(nowMs).getUTCFullYear();
  // Next year too: on New Year's Eve a writer east of Greenwich is there already.
  for (const candidate of [year + 1, year]) {
    if (inYear(candidate) - nowMs <= DAY_MS) return inYear(candidate);
  }
  return inYear(year - 1);
}
