import { parseArgs } from 'node:util';
import type { KubeletSight } from '../e2e/sim/product-flags.ts';
import { expectationsFor } from '../e2e/sim/verify/expectations.ts';
import { judgeScenario, type ScenarioRow } from '../e2e/sim/verify/judge-scenario.ts';

const USAGE = `npm run -s scenarios -- [--only NAME,…] [--dress containerd|crio] [--containerd 2.1|1.6] [--no-kubelet] [--no-kubelet-log] [--kube]
  lets the product judge every scenario of e2e/scenarios.tsv on the simulated node and compares
`;

/** As many nodes at once: judging waits more than it works. */
const AT_ONCE = 4;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    dress: { type: 'string', default: '' },
    containerd: { type: 'string', default: '2.1' },
    'no-kubelet': { type: 'boolean', default: false },
    'no-kubelet-log': { type: 'boolean', default: false },
    kube: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const COLUMNS = [18, 10, 48, 48, 8, 0];

async function main(signal: AbortSignal): Promise<number> {
  const only = new Set(values.only.split(',').filter((name) => name !== ''));
  const jobs = (['containerd', 'crio'] as const)
    .filter((dress) => values.dress === '' || values.dress === dress)
    .flatMap((dress) =>
      expectationsFor(dress)
        .filter((one) => only.size === 0 || only.has(one.scenario))
        .map((expectation) => () => {
          const version = values.containerd === '1.6' ? '1.6' : '2.1';
          return judgeScenario(expectation, { dress, version, sight: sight(), signal });
        }),
    );
  printCells(['scenario', 'dress', 'expected', 'found', 'evidence', 'ok']);
  const rows = await inOrder(jobs, printRow);
  const failed = rows.filter((row) => row.problem !== null).length;
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  return failed === 0 && rows.length > 0 ? 0 : 1;
}

/** --no-kubelet: its endpoint does not answer; --no-kubelet-log: its log cannot be read either; --kube: the API server instead. */
function sight(): KubeletSight {
  if (values.kube) return 'kube';
  if (values['no-kubelet-log']) return 'none';
  return values['no-kubelet'] ? 'log' : 'all';
}

/** Runs a few jobs at once; their results come in the jobs' order. */
async function inOrder<T>(
  jobs: readonly (() => Promise<T>)[],
  onResult: (result: T) => void,
): Promise<readonly T[]> {
  const running = new Map<number, Promise<T>>();
  const results: T[] = [];
  const fill = (): void => {
    while (running.size < AT_ONCE) {
      const index = results.length + running.size;
      const job = jobs[index];
      if (job === undefined) return;
      running.set(index, job());
    }
  };
  while (results.length < jobs.length) {
    fill();
    const index = results.length;
    const next = running.get(index);
    if (next === undefined) throw new Error(`job ${index} was not started`);
    const result = await next;
    running.delete(index);
    results.push(result);
    onResult(result);
  }
  return results;
}

function printRow(row: ScenarioRow): void {
  const found = row.found === row.expected ? 'same' : row.found;
  const ok = row.problem === null ? 'ok' : `FAILED: ${row.problem}`;
  printCells([row.scenario, row.dress, row.expected, found, String(row.evidenceCount), ok]);
}

function printCells(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => cell.padEnd(COLUMNS[index] ?? 0)).join(' | '));
}

if (values.help) {
  process.stdout.write(USAGE);
} else {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort());
  process.exitCode = await main(controller.signal);
}
