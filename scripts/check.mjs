// @ts-check
// npm run check: the static gates and the unit tests; what to run before each commit.
import { chdir, exit } from 'node:process';
import { summaryLine } from './runner/counts.mjs';
import { installPackages } from './runner/machine.mjs';
import { printResults, runSteps } from './runner/run-steps.mjs';
import { STATIC_GATES, UNIT_TESTS } from './runner/steps.mjs';

chdir(new URL('..', import.meta.url).pathname);
if (!(await installPackages())) exit(1);
const sum = printResults(await runSteps([...STATIC_GATES, UNIT_TESTS]));
process.stdout.write(`${summaryLine(sum)}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;
