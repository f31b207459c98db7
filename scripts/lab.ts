import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findContainerd, RELEASES } from '../e2e/lab/containerd-binaries.ts';
import { FAULTS } from '../e2e/lab/faults/index.ts';
import { installLab, whyNoLab } from '../e2e/lab/install-packages.ts';
import type { VerifyRow } from '../e2e/lab/judge-fault.ts';
import { startDashboard } from '../e2e/lab/lab-dashboard.ts';
import { startMiniKubelet } from '../e2e/lab/mini-kubelet.ts';
import { startLab } from '../e2e/lab/start-lab.ts';
import { verify } from '../e2e/lab/verify.ts';
import { SERVER_COMMAND } from './server-command.mjs';

/** Below the project, so that the bundle finds the packages it leaves out. */
const BUNDLE_DIR = 'test-results/lab-server';

const USAGE = `npm run lab -- [--version 1.6|1.7|2] [--port PORT]
  a real containerd with faulty pods, and the dashboard on it, until Ctrl-C
npm run -s lab -- --verify [--version 1.6|1.7|2|all] [--only SCENARIO,…]
  makes every fault of e2e/scenarios.tsv and compares what the dashboard says
`;

const { values } = parseArgs({
  options: {
    version: { type: 'string' },
    verify: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    port: { type: 'string', default: '8666' },
    help: { type: 'boolean', default: false },
  },
});

async function main(signal: AbortSignal): Promise<number> {
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  const reason = whyNoLab();
  if (reason !== null) {
    console.error(`lab: ${reason}`);
    if (values.verify) console.log('0 passed, 0 failed');
    return values.verify ? 0 : 1;
  }
  const report = await installLab(signal);
  for (const { label, reason: why } of report.missing) {
    console.error(`lab: containerd ${label} is not to be had: ${why}`);
  }
  return values.verify ? verifyAll(signal) : showLab(signal);
}

/** Prints the table and the count; the exit code tells whether all was as expected. */
async function verifyAll(signal: AbortSignal): Promise<number> {
  const asked = values.version ?? 'all';
  const versions = asked === 'all' ? RELEASES.map((release) => release.label) : [asked];
  const only = new Set(values.only.split(',').filter((id) => id !== ''));
  const rows: VerifyRow[] = [];
  const command = bundledServer();
  printCells(HEAD);
  const there: string[] = [];
  for (const version of versions) {
    if ((await findContainerd(version, signal)) !== null) there.push(version);
    else console.log(`containerd ${version} skipped: it is not on this machine`);
  }
  const onRow = (row: VerifyRow) => {
    rows.push(row);
    printRow(row);
  };
  await verify(there, { signal, only, onRow, command });
  const failed = rows.filter((row) => !row.isOk).length;
  console.log(`${rows.length - failed} passed, ${failed} failed`);
  return failed === 0 && rows.length > 0 ? 0 : 1;
}

/** The server as one file, made of the sources as they are now: it starts faster, and an edit meanwhile changes nothing. */
function bundledServer(): readonly [string, string] {
  const made = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/build-server.ts', '--outdir', BUNDLE_DIR],
    { stdio: ['ignore', 2, 2] },
  );
  if (made.status !== 0) throw new Error('the server could not be bundled');
  return [process.execPath, `${BUNDLE_DIR}/server.mjs`];
}

function printRow(row: VerifyRow): void {
  const { expected } = row;
  const orSame = (words: string | null) => (words === expected ? 'same' : (words ?? ''));
  const ok = row.isOk ? 'ok' : `FAILED: ${row.problem}`;
  const lesser = [orSame(row.withLog), orSame(row.withoutKubelet)];
  printCells([row.version, row.scenario, expected, row.found, ok, ...lesser, row.evidence]);
}

const HEAD = [
  'version',
  'scenario',
  'expected',
  'found',
  'ok',
  'log of kubelet only',
  'without kubelet',
  'evidence',
];
const WIDTHS = [7, 18, 50, 50, 2, 36, 36, 0];

function printCells(cells: readonly string[]): void {
  console.log(cells.map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0)).join(' | '));
}

/** A node with every fault that hits its own pod only; one line with the address. */
async function showLab(signal: AbortSignal): Promise<number> {
  // What it says goes to stderr: the only line on stdout is the address.
  const prepared = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
    stdio: ['ignore', 2, 2],
  });
  if (prepared.status !== 0) return 1;
  const version = values.version ?? '1.7';
  const lab = await startLab({ version, signal });
  try {
    const kubelet = await startMiniKubelet(lab, { signal });
    try {
      const dashboard = await startDashboard(lab, {
        signal,
        kubelet,
        port: Number(values.port),
        command: [process.execPath, ...SERVER_COMMAND],
      });
      try {
        const target = { lab, kubelet, signal };
        const applied = FAULTS.filter((fault) => fault.node === null).map((fault) =>
          fault.apply(target).catch((error: unknown) => {
            if (!signal.aborted) console.error(`lab: ${fault.id} could not be made: ${error}`);
          }),
        );
        console.log(`${dashboard.origin}/login?token=${dashboard.token}`);
        await aborted(signal);
        await Promise.all(applied);
      } finally {
        await dashboard.close();
      }
    } finally {
      await kubelet.close();
    }
  } finally {
    await lab.close();
  }
  return 0;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const stopping = new AbortController();
const stop = () => stopping.abort();
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
try {
  process.exitCode = await main(stopping.signal);
} catch (error) {
  if (!stopping.signal.aborted) throw error;
}
