// @ts-check

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @type {Counts} */
export const NO_COUNTS = { passed: 0, failed: 0, skipped: 0 };

/** @param {Counts} a @param {Counts} b @returns {Counts} */
export function addCounts(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** The counts of vitest's JSON report. @param {string} json @returns {Counts} */
export function countVitest(json) {
  const report = JSON.parse(json);
  return {
    passed: report.numPassedTests,
    // A file that does not load has no test of its own, but is a failure.
    failed: Math.max(report.numFailedTests, report.success ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The counts of Playwright's JSON report. @param {string} json @returns {Counts} */
export function countPlaywright(json) {
  const { stats, errors } = JSON.parse(json);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}

/** The last "N passed, N failed[, N skipped]" line of an output; null when there is none. @param {string} output @returns {Counts | null} */
export function countLastLine(output) {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$/gm)];
  const last = lines.at(-1);
  if (last === undefined) return null;
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

/**
 * What a step adds to the sum. A step that failed without a failed test, or passed without a test, is one failure.
 *
 * @param {Counts | null} counts null when the runner left no report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function settleCounts(counts, exitCode) {
  const found = counts ?? NO_COUNTS;
  const ranNothing = found.passed + found.failed === 0;
  const failedSilently = exitCode !== 0 && found.failed === 0;
  return ranNothing || failedSilently ? { ...found, failed: found.failed + 1 } : found;
}

/** The one line a run ends with. @param {Counts} counts */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
