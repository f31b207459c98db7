// @ts-check
// npm run demo -- [--port 8700]: everything a newcomer needs. Installs and builds what is missing, starts a simulated
// node and the dashboard on it, and prints one line with its address.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chdir, exit } from 'node:process';
import { createInterface } from 'node:readline';
import { SERVER_COMMAND, SERVER_ENV } from './server-command.mjs';

/** 5 s for both to end by themselves. */
const GRACE_MS = 5_000;

chdir(new URL('..', import.meta.url).pathname);
if (spawnSync(process.execPath, ['scripts/prepare.mjs'], { stdio: ['ignore', 2, 2] }).status !== 0)
  exit(1);

const folder = mkdtempSync(join(tmpdir(), 'cri-triage-demo-'));
/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
let isStopping = false;

/** @param {string[]} args @param {'pipe' | 'inherit'} stdout */
function start(args, stdout) {
  // Groups of their own: Ctrl-C reaches us alone, and we end them in order.
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', stdout, 'inherit'],
    env: { ...process.env, ...SERVER_ENV },
    detached: true,
  });
  children.add(child);
  child.once('exit', (code) => {
    children.delete(child);
    if (!isStopping) void stop(code ?? 1);
  });
  return child;
}

/** @param {number} code */
async function stop(code) {
  if (isStopping) return;
  isStopping = true;
  const fuse = setTimeout(() => {
    for (const child of children) child.kill('SIGKILL');
  }, GRACE_MS);
  // The dashboard first: it should not see its runtime die.
  for (const child of [...children].reverse()) {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  clearTimeout(fuse);
  rmSync(folder, { recursive: true, force: true });
  exit(code);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop(0));
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

const sim = start(
  ['--import', 'tsx', 'e2e/sim/main.ts', '--dir', join(folder, 'node'), '--scenario', 'demo'],
  'pipe',
);
if (sim.stdout === null) throw new Error('the simulated node has no output');
const [line] = await once(createInterface({ input: sim.stdout }), 'line');
const node = JSON.parse(line);
start(
  // Flags of the caller come last and win.
  [...SERVER_COMMAND, ...node.flags, '--log-level', 'warn', ...process.argv.slice(2)],
  'inherit',
);
