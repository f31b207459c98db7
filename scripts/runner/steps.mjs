// @ts-check
import { browserObstacle, labObstacle } from './machine.mjs';

/**
 * One thing to run and how its tests are counted: a gate counts as one; others by their runner's report or last line.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} command
 * @property {number} limitMs
 * @property {'gate' | 'vitest' | 'playwright' | 'line'} count
 * @property {string} [report] file the runner writes its counts to
 * @property {Record<string, string>} [env]
 * @property {string} [needs] name of an earlier step without which this one makes no sense
 * @property {() => string | null} [obstacle] why it cannot run on this machine
 */

const bin = (/** @type {string} */ name) => `node_modules/.bin/${name}`;
const npm = (/** @type {string} */ script) => ['npm', 'run', '-s', script];
const minutes = (/** @type {number} */ count) => count * 60_000;

/** Each gate takes seconds; 3 min is a machine ten times slower. */
const GATE_LIMIT_MS = minutes(3);

/** @param {string} name @returns {Step} */
const gate = (name) => ({ name, command: npm(name), limitMs: GATE_LIMIT_MS, count: 'gate' });

/** Static gates: they read the tree and run nothing of it. */
export const STATIC_GATES = [
  'lint',
  'types',
  'deps',
  'unused',
  'gen:proto:check',
  'gen:findings:check',
  'gen:flags:check',
].map(gate);

const UNIT_REPORT = 'test-results/unit.json';
/** @type {Step} */
export const UNIT_TESTS = {
  name: 'unit tests',
  command: [
    bin('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNIT_REPORT}`,
  ],
  limitMs: minutes(12),
  count: 'vitest',
  report: UNIT_REPORT,
};

/** @type {Step} */
const BUILD = { name: 'build', command: npm('build'), limitMs: minutes(6), count: 'gate' };

/** @param {'sim' | 'lab'} project @param {number} limitMs @param {() => string | null} obstacle @returns {Step} */
function browserTests(project, limitMs, obstacle) {
  const report = `test-results/playwright-${project}.json`;
  return {
    name: `browser tests on ${project}`,
    command: [bin('playwright'), 'test', `--project=${project}`],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    limitMs,
    count: 'playwright',
    report,
    needs: BUILD.name,
    obstacle,
  };
}

/** @type {Step} */
const LAB_INSTALL = {
  name: 'lab install',
  command: [bin('tsx'), 'scripts/lab-install.ts'],
  limitMs: minutes(15),
  count: 'gate',
  obstacle: labObstacle,
};

/** Everything after the gates and unit tests, in order; the lab comes last: it needs a machine of its own. @type {readonly Step[]} */
export const END_TO_END = [
  BUILD,
  browserTests('sim', minutes(25), browserObstacle),
  { name: 'scenarios', command: npm('scenarios'), limitMs: minutes(8), count: 'line' },
  {
    name: 'scenarios by the API server',
    command: [...npm('scenarios'), '--', '--kube'],
    limitMs: minutes(8),
    count: 'line',
  },
  LAB_INSTALL,
  {
    name: 'lab scenarios',
    command: ['npm', 'run', '-s', 'lab', '--', '--verify'],
    limitMs: minutes(25),
    count: 'line',
    needs: LAB_INSTALL.name,
    obstacle: labObstacle,
  },
  browserTests('lab', minutes(35), () => labObstacle() ?? browserObstacle()),
];
