// @ts-check
// npm run check: the static gates and the unit tests; what to run before each commit.
import { chdir, exit } from 'node:process';
import { summaryLine } from './runner/counts.mjs';
import { installPackages } from './runner/machine.mjs';
import { printResults, runSteps } from './runner/run-steps.mjs';
import { STATIC_GATES, UNIT_TESTS } from './runner/steps.mjs';

chdir(new URL('..', import.meta.url).pathname);
if (!(await installPackages())) exit(1);
const beganAt = Date.now();
const sum = printResults(await runSteps([...STATIC_GATES, UNIT_TESTS]));
const seconds = Math.round((Date.now() - beganAt) / 1000);
process.stdout.write(
  `${seconds} s; more than 60 on an idle machine is a reason to look for the slow test\n`,
);
process.stdout.write(`${summaryLine(sum)}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;
