// @ts-check
import { existsSync, readFileSync, statSync } from 'node:fs';
import { runCommand } from './run-command.mjs';

/** 15 min: a slow mirror and about 300 MB. */
const INSTALL_LIMIT_MS = 15 * 60_000;
/** The one optional package that is not for another platform. */
const DRIVER = 'node_modules/better-sqlite3';

/** Where the browser of the tests is; CHROMIUM names another one. */
function browserPath() {
  return process.env['CHROMIUM'] ?? '/usr/bin/chromium';
}

/** True on Debian itself: the lab takes its runtimes from Debian's archive. */
function isDebian() {
  if (!existsSync('/etc/os-release')) return false;
  return /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function isRoot() {
  return process.getuid?.() === 0;
}

/** Why the lab cannot run here, or null. */
export function labObstacle() {
  if (process.platform !== 'linux' || !isDebian())
    return 'needs Debian: its runtimes come from Debian packages';
  if (!isRoot()) return 'needs root: a container runtime does';
  return null;
}

/** Why browser tests cannot run here, or null. */
export function browserObstacle() {
  if (existsSync(browserPath())) return null;
  return `needs chromium at ${browserPath()} (set CHROMIUM to another path)`;
}

/**
 * True when node_modules holds exactly the versions of package-lock.json. The database driver may be missing where it
 * could not be compiled: it is tried once for each state of the lock file, since that takes a minute.
 */
function isInstalled() {
  const hidden = 'node_modules/.package-lock.json';
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wasTried = statSync(hidden).mtimeMs >= statSync('package-lock.json').mtimeMs;
  return Object.entries(wanted).every(([path, entry]) => {
    const isForgone = entry.optional && (path !== DRIVER || wasTried);
    return path === '' || isForgone || found[path]?.version === entry.version;
  });
}

/** Installs the npm packages of the lock file when some are missing; true when they are there. */
export async function installPackages() {
  if (isInstalled()) return true;
  process.stdout.write('Installing npm packages …\n');
  const { code } = await runCommand(
    ['npm', 'ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      timeoutMs: INSTALL_LIMIT_MS,
    },
  );
  return code === 0;
}

/** Installs chromium where apt can do it and it is missing; true unless apt failed. */
export async function installBrowser() {
  if (browserObstacle() === null || !isDebian() || !isRoot()) return true;
  process.stdout.write('Installing chromium …\n');
  const limits = { timeoutMs: INSTALL_LIMIT_MS, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await runCommand(['apt-get', 'update', '-qq'], limits);
  const { code } = await runCommand(
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
    limits,
  );
  return code === 0;
}
