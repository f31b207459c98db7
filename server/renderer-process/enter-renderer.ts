/**
 * The renderer's first steps where its user cannot come to the project: in a mount namespace of its own, root puts what
 * the renderer reads into a folder open to all, becomes that user for good, and only then loads the renderer.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UNPRIVILEGED_ID } from './unprivileged-id.ts';

const FOLDERS = ['.next', 'dist', 'node_modules', 'public'];
const FILES = ['package.json', 'next.config.js'];

function mount(args: readonly string[]): void {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`mount ${args.join(' ')}: ${error?.message ?? stderr.trim()}`);
}

function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** Builds the view on a tmpfs, which goes with the namespace. */
function showProject(projectRoot: string, appRoot: string): void {
  mount(['-t', 'tmpfs', '-o', 'mode=0755,size=1m', 'cri-triage', appRoot]);
  for (const name of FOLDERS.filter((folder) => existsSync(join(projectRoot, folder)))) {
    mkdirSync(join(appRoot, name), { mode: 0o755 });
    mount(['-o', 'bind,ro', join(projectRoot, name), join(appRoot, name)]);
  }
  for (const name of FILES.filter((file) => existsSync(join(projectRoot, file)))) {
    copyFileSync(join(projectRoot, name), join(appRoot, name));
    chmodSync(join(appRoot, name), 0o644);
  }
}

function becomeUnprivileged(): void {
  process.setgroups?.([]);
  process.setgid?.(UNPRIVILEGED_ID);
  process.setuid?.(UNPRIVILEGED_ID);
  if (process.getuid?.() !== UNPRIVILEGED_ID) throw new Error('root could not be given up');
}

const projectRoot = process.cwd();
const appRoot = variable('CRI_TRIAGE_APP_ROOT');
const entry = variable('CRI_TRIAGE_RENDERER_ENTRY');
process.umask(0o022);
showProject(projectRoot, appRoot);
process.umask(0o077);
process.chdir(appRoot);
becomeUnprivileged();
await import(
  pathToFileURL(join(appRoot, relative(projectRoot, dirname(entry)), basename(entry))).href
);
