import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDriver } from './database.ts';
import { openFile } from './open-file.ts';
import { SAMPLE_LIMITS } from './testing/kill-samples.ts';

const KILLS = 100;
/** Writers that start beside each other, each on its own file: most of the time is spent starting node. */
const FILES = 4;

const folder = mkdtempSync(join(tmpdir(), 'cri-triage-kill-'));
const script = join(folder, 'writer.mjs');
const children = new Set<ChildProcess>();

/** The writer in one small file: loading it is most of what a kill costs. */
const SMALL: Plugin = {
  name: 'small',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^better-sqlite3$/ }, () => ({
      path: import.meta.resolve('better-sqlite3'),
      external: true,
    }));
    onLoad({ filter: /[\\/]server[\\/].*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace('import { z }', 'import * as z'),
      loader: 'ts',
    }));
  },
};

beforeAll(async () => {
  await build({
    entryPoints: [join(import.meta.dirname, 'testing/committing-writer.ts')],
    outfile: script,
    ...{ bundle: true, minify: true, platform: 'node', format: 'esm', target: 'node20' },
    plugins: [SMALL],
  });
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Lets a writer go on from `from`, kills it after a while, and returns how far it said to have come. */
async function writeAndKill(directory: string, from: number, lines: number): Promise<number> {
  const child = spawn(process.execPath, [script, directory, String(from)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    // Killed at once when the line comes: the next transaction, or the folding of the log, is under way.
    if (output.split('\n').length > lines) child.kill('SIGKILL');
  });
  await once(child, 'close');
  children.delete(child);
  if (child.signalCode !== 'SIGKILL') throw new Error(`the writer ended by itself: ${errors}`);
  const said = output
    .split('\n')
    .slice(0, -1)
    .filter((line) => line !== 'open');
  return Number(said.at(-1) ?? from);
}

/** What the file holds, and whether it is whole. */
async function readBack(directory: string) {
  const opened = openFile({
    ...{ driver: await loadDriver(), directory, nodeName: 'node-1', limits: SAMPLE_LIMITS },
    nowMs: Date.now(),
  });
  const { database, notice } = opened;
  const check = database.prepare('pragma integrity_check').get();
  const number = "cast(substr(summary, 1, instr(summary, ' ')) as integer)";
  const counts = database
    .prepare(
      `select count(distinct ${number}) as numbers, count(*) as rows, max(${number}) as last from transitions`,
    )
    .get() as { numbers: number; rows: number; last: number | null };
  database.close();
  return { notice, check, ...counts };
}

async function killMany(directory: string, kills: number, seed: number): Promise<number> {
  let next = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // From the first line on to well behind several foldings of the log.
    const lines = 1 + ((kill * 37 + seed * 11) % 16);
    const acknowledged = await writeAndKill(directory, next, lines);
    const { notice, check, rows, numbers, last } = await readBack(directory);
    expect(notice).toBeNull();
    expect(check).toEqual({ integrity_check: 'ok' });
    // Whole transactions in order: at least what was acknowledged, each number from 0 on once.
    expect(rows).toBeGreaterThanOrEqual(acknowledged);
    expect([numbers, (last ?? -1) + 1]).toEqual([rows, rows]);
    next = rows;
  }
  return next;
}

test('kill -9 in the middle of writes, a hundred times, loses no committed transition and breaks no file', async () => {
  const files = Array.from({ length: FILES }, (_, index) =>
    killMany(join(folder, `file-${index}`), KILLS / FILES, index),
  );
  const written = await Promise.all(files);
  expect(Math.min(...written)).toBeGreaterThan(KILLS / FILES);
}, 120_000);
