// @ts-check
// npm test: installs what is missing, runs every gate and test, ends with one line `N passed, N failed`.
// Plain node without packages: it is what a fresh clone starts with.
import { chdir, exit } from 'node:process';
import { NO_COUNTS, summaryLine } from './runner/counts.mjs';
import {
  browserObstacle,
  installBrowser,
  installPackages,
  labObstacle,
} from './runner/machine.mjs';
import { printResults, runSteps } from './runner/run-steps.mjs';
import { END_TO_END, STATIC_GATES, UNIT_TESTS } from './runner/steps.mjs';

chdir(new URL('..', import.meta.url).pathname);
process.env['NEXT_TELEMETRY_DISABLED'] = '1';

if (!(await installPackages())) {
  process.stdout.write(
    `npm packages could not be installed\n${summaryLine({ ...NO_COUNTS, failed: 1 })}\n`,
  );
  exit(1);
}
if (!(await installBrowser())) process.stdout.write('apt could not install chromium\n');
for (const [part, obstacle] of [
  ['the lab', labObstacle()],
  ['browser tests', browserObstacle()],
]) {
  if (obstacle !== null) process.stdout.write(`${part} will be skipped: ${obstacle}\n`);
}

const sum = printResults(await runSteps([...STATIC_GATES, UNIT_TESTS, ...END_TO_END]));
process.stdout.write(`${summaryLine(sum)}\n`);
process.exitCode = sum.failed > 0 ? 1 : 0;
