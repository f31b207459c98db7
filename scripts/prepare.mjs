// @ts-check
// Installs the packages and builds dist/ and .next/, each only when it is missing or outdated. Called by start and demo.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chdir } from 'node:process';
import { installPackages } from './runner/machine.mjs';
import { runCommand } from './runner/run-command.mjs';

/** Whatever the build is made of. */
const SOURCES = [
  'app',
  'components',
  'server',
  'scripts/build-server.ts',
  'next.config.js',
  'postcss.config.mjs',
  'package-lock.json',
];
/** The hash of the sources that dist/ and .next/ were made of. */
const STAMP = 'dist/built-from.txt';
/** 10 min: twenty seconds on two cores, more on a small node. */
const BUILD_LIMIT_MS = 10 * 60_000;
const BUILDS = [
  [process.execPath, 'node_modules/next/dist/bin/next', 'build'],
  [process.execPath, '--import', 'tsx', 'scripts/build-server.ts'],
];

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !/^(testing|fixtures)$|\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort()
    .flatMap(filesBelow);
}

function hashSources() {
  // The prefix is written into the pages.
  const hash = createHash('sha256').update(`${process.env['CRI_TRIAGE_BASE_PATH'] ?? ''}\0`);
  for (const file of SOURCES.flatMap(filesBelow)) {
    hash.update(`${file}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Builds dist/ and .next/ unless they are made of the sources as they are; true when they are there. */
async function ensureBuilt() {
  const hash = hashSources();
  const isThere = ['dist/server.mjs', 'dist/renderer.mjs', '.next/BUILD_ID', STAMP].every((path) =>
    existsSync(path),
  );
  if (isThere && readFileSync(STAMP, 'utf8') === hash) return true;
  process.stdout.write('Building …\n');
  const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  for (const command of BUILDS) {
    const { code, output } = await runCommand(command, {
      timeoutMs: BUILD_LIMIT_MS,
      env,
      quiet: true,
    });
    if (code === 0) continue;
    process.stdout.write(`${output}\n${command.slice(1).join(' ')} failed\n`);
    return false;
  }
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, hash);
  return true;
}

chdir(new URL('..', import.meta.url).pathname);
// The renderer's user reads what is installed and built here.
process.umask(0o022);
process.exitCode = (await installPackages()) && (await ensureBuilt()) ? 0 : 1;
