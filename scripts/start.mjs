// @ts-check
// npm start -- <flags>: the dashboard on the node it stands on.
import { spawn, spawnSync } from 'node:child_process';
import { chdir, exit } from 'node:process';
import { SERVER_COMMAND, SERVER_ENV } from './server-command.mjs';

chdir(new URL('..', import.meta.url).pathname);
// What it says goes to stderr: the only line on stdout is the address.
const prepared = spawnSync(process.execPath, ['scripts/prepare.mjs'], {
  stdio: ['ignore', 2, 2],
  env: { ...process.env, CRI_TRIAGE_BASE_PATH: basePath() },
});
if (prepared.status !== 0) exit(1);
const server = spawn(process.execPath, [...SERVER_COMMAND, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...SERVER_ENV },
});
// The server hears a second signal with patience: Ctrl-C in a terminal reaches it by itself too.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal));
}
server.once('exit', (code, signal) => exit(code ?? (signal === null ? 1 : 130)));

/** The prefix that the pages are built for, as the server reads it: the flag before the variable. */
function basePath() {
  const given = process.argv.slice(2);
  const at = given.findIndex((word) => word === '--base-path' || word.startsWith('--base-path='));
  const flag = at === -1 ? undefined : (given[at]?.split('=')[1] ?? given[at + 1]);
  return (flag ?? process.env['CRI_TRIAGE_BASE_PATH'] ?? '').replace(/\/$/, '');
}
