import { describe, expect, it } from 'vitest';
import {
  addCounts,
  countLastLine,
  countPlaywright,
  countVitest,
  settleCounts,
  summaryLine,
} from './counts.mjs';

describe('counts', () => {
  it('reads a report of vitest', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      success: false,
    };
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  it('counts a test file that does not load as a failure', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      success: false,
    };
    expect(countVitest(JSON.stringify(report))).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it('reads a report of Playwright; an error outside of tests is a failure', () => {
    const stats = { expected: 5, unexpected: 1, flaky: 0, skipped: 2 };
    expect(countPlaywright(JSON.stringify({ stats, errors: [{ message: 'x' }] }))).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });

  it('reads the last summary line of an output', () => {
    const output =
      '1 passed, 9 failed\nnoise 4 passed, 4 failed\n12 passed, 1 failed, 2 skipped\nbye\n';
    expect(countLastLine(output)).toEqual({ passed: 12, failed: 1, skipped: 2 });
    expect(countLastLine('nothing here')).toBeNull();
  });

  it.each([
    ['ran no test', { passed: 0, failed: 0, skipped: 0 }, 0, 1],
    ['left no report', null, 0, 1],
    ['only skipped', { passed: 0, failed: 0, skipped: 4 }, 0, 1],
    ['failed beside its tests', { passed: 7, failed: 0, skipped: 0 }, 1, 1],
    ['failed with its tests', { passed: 7, failed: 2, skipped: 0 }, 1, 2],
    ['passed', { passed: 7, failed: 0, skipped: 0 }, 0, 0],
  ])('a step that %s', (_what, counts, exitCode, failed) => {
    expect(settleCounts(counts, exitCode).failed).toBe(failed);
  });

  it('adds up and ends with one line', () => {
    const sum = addCounts(
      { passed: 1, failed: 0, skipped: 0 },
      { passed: 2, failed: 3, skipped: 0 },
    );
    expect(summaryLine(sum)).toBe('3 passed, 3 failed');
    expect(summaryLine({ ...sum, skipped: 2 })).toBe('3 passed, 3 failed, 2 skipped');
  });
});
