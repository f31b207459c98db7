// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import {
  addCounts,
  countLastLine,
  countPlaywright,
  countVitest,
  NO_COUNTS,
  settleCounts,
} from './counts.mjs';
import { runCommand } from './run-command.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./counts.mjs').Counts} Counts */
/** @typedef {{ name: string, counts: Counts, seconds: number, note: string }} StepResult */

/** @param {Step} step @param {{ code: number, output: string }} ended @returns {Counts | null} */
function readCounts(step, ended) {
  if (step.count === 'gate') return { ...NO_COUNTS, [ended.code === 0 ? 'passed' : 'failed']: 1 };
  if (step.count === 'line') return countLastLine(ended.output);
  if (step.report === undefined || !existsSync(step.report)) return null;
  const json = readFileSync(step.report, 'utf8');
  return step.count === 'vitest' ? countVitest(json) : countPlaywright(json);
}

/** How a command ended, where that is more than passed or failed. @param {{ code: number, signal: string | null }} ended */
function endingNote({ code, signal }) {
  if (signal !== null) return `ended by ${signal}`;
  return code > 1 ? `exit code ${code}` : '';
}

/** @param {Step} step @returns {Promise<StepResult>} */
async function runStep(step) {
  process.stdout.write(`\n── ${step.name}: ${step.command.join(' ')}\n`);
  if (step.report !== undefined) rmSync(step.report, { force: true });
  const beganAt = Date.now();
  const ended = await runCommand(step.command, {
    timeoutMs: step.limitMs,
    ...(step.env && { env: step.env }),
  });
  const seconds = (Date.now() - beganAt) / 1000;
  const counts = settleCounts(readCounts(step, ended), ended.code);
  const note = ended.timedOut ? `stopped after ${step.limitMs / 60_000} min` : endingNote(ended);
  return { name: step.name, counts, seconds, note };
}

/**
 * Runs steps in order and goes on after a failure; a step whose need failed counts as one failure without being run,
 * one with an obstacle as one skipped.
 *
 * @param {readonly Step[]} steps
 * @returns {Promise<StepResult[]>}
 */
export async function runSteps(steps) {
  /** @type {StepResult[]} */
  const results = [];
  for (const step of steps) {
    const obstacle = step.obstacle?.() ?? null;
    const broken = results.some((done) => done.name === step.needs && done.counts.failed > 0);
    if (obstacle !== null) {
      results.push({
        name: step.name,
        counts: { ...NO_COUNTS, skipped: 1 },
        seconds: 0,
        note: `skipped: ${obstacle}`,
      });
    } else if (broken) {
      results.push({
        name: step.name,
        counts: { ...NO_COUNTS, failed: 1 },
        seconds: 0,
        note: `not run: ${step.needs} failed`,
      });
    } else {
      results.push(await runStep(step));
    }
  }
  return results;
}

/** Prints one row a step and resolves the sum. @param {readonly StepResult[]} results @returns {Counts} */
export function printResults(results) {
  process.stdout.write('\n');
  const width = Math.max(...results.map((result) => result.name.length));
  for (const { name, counts, seconds, note } of results) {
    const numbers = `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`;
    const mark = counts.failed > 0 ? '✗' : counts.passed > 0 ? '✓' : '–';
    process.stdout.write(
      `${mark} ${name.padEnd(width)}  ${seconds.toFixed(1).padStart(6)} s  ${numbers}${note && `  (${note})`}\n`,
    );
  }
  return results.map((result) => result.counts).reduce(addCounts, NO_COUNTS);
}
