// @ts-check
// npm run -s forward -- NAMESPACE/POD 8080:80: a pod's port on this machine. From the sources where they can run.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { argv, chdir, env, execPath, exit } from 'node:process';

// Files are named from where the person stands: npm starts us in our own folder.
const from = env['INIT_CWD'] ?? '.';
const FILE_FLAGS = ['--token-file', '--ca'];
const given = argv.slice(2);
const args = given.map((word, index) =>
  FILE_FLAGS.includes(given[index - 1] ?? '') ? resolve(from, word) : word,
);
chdir(new URL('..', import.meta.url).pathname);
const tsx = ['--import', 'tsx', 'server/forward.ts'];
const program = existsSync('node_modules/tsx') ? tsx : ['dist/forward.mjs'];
const client = spawn(execPath, [...program, ...args], { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => client.kill(signal));
}
client.once('exit', (code) => exit(code ?? 1));
