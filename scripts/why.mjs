// @ts-check
// npm run -s why -- [NAMESPACE/POD]: the verdict as plain lines. From the sources where they can run, else from the bundle.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chdir, execPath, exit } from 'node:process';

chdir(new URL('..', import.meta.url).pathname);
const tsx = 'node_modules/.bin/tsx';
const [program, ...first] = existsSync(tsx) ? [tsx, 'server/why.ts'] : [execPath, 'dist/why.mjs'];
const ended = spawnSync(program, [...first, ...process.argv.slice(2)], { stdio: 'inherit' });
if (ended.error !== undefined) throw ended.error;
exit(ended.status ?? 1);
