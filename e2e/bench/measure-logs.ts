import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPaths } from '../../server/contract/paths.ts';
import { createContainerLogs } from '../../server/logs/create-logs.ts';
import { SearchProcess } from '../../server/logs/search-process.ts';
import type { DashboardProcess } from './dashboard-process.ts';
import { MIB, writeLargeLog } from './large-log.ts';
import { type LogFigure, medianMs } from './log-figure.ts';
import { type AskLog, measureEndless, measureSearches } from './measure-search.ts';

const POD = { namespace: 'bench', name: 'big', uid: '0f2c' };
const FIRST_LINE_MS = Date.parse('2026-01-01T00:00:00.000Z');
/** A line each 20 ms of the log's own time. */
const LINE_EVERY_MS = 20;
const RUNS = 7;
/** Every seventh line of the second file has letters beyond ASCII. */
const SEASONING = ' – naïve';
/** The second file is a quarter of the first. */
const WIDE_SHARE = 4;
/** 5,000 lines a second, in writes of 50 lines. */
const FOLLOWED = { seconds: 4, perWrite: 50, everyMs: 10 };

/** Where a node path of the flags is on this machine. */
function podLogsOf(flags: readonly string[]): string {
  const value = (name: string): string => flags[flags.indexOf(name) + 1] ?? '';
  return join(value('--host-root'), value('--pod-logs'));
}

async function follow(roots: { podLogs: string }, path: string): Promise<LogFigure> {
  const place = { steps: [`${POD.namespace}_${POD.name}_${POD.uid}`, 'follow'], attempt: null };
  const logs = createContainerLogs(
    { roots: { ...roots, resolve: async (name) => name }, search: new SearchProcess() },
    { ...place, containerIds: new Map() },
  );
  const abort = new AbortController();
  const total = (FOLLOWED.seconds * 1_000 * FOLLOWED.perWrite) / FOLLOWED.everyMs;
  const lags: number[] = [];
  const reading = (async () => {
    // With the lines that were there before the follower was: none is missing.
    const question = { tail: total, after: null, filter: null };
    for await (const item of logs.follow(question, { signal: abort.signal })) {
      if ('notice' in item) continue;
      lags.push(Date.now() - Number(item.text.split(' ')[0]));
      if (lags.length === total) abort.abort();
    }
  })();
  const beganMs = performance.now();
  for (let written = 0; written < total; written += FOLLOWED.perWrite) {
    const nowMs = Date.now();
    const head = `${new Date(nowMs).toISOString().replace('Z', '000000Z')} stdout F ${nowMs}`;
    let text = '';
    for (let number = 0; number < FOLLOWED.perWrite; number++) text += `${head} line ${number}\n`;
    appendFileSync(path, text);
    const dueMs = beganMs + ((written + FOLLOWED.perWrite) * FOLLOWED.everyMs) / FOLLOWED.perWrite;
    await sleep(Math.max(0, dueMs - performance.now()));
  }
  await reading;
  lags.sort((a, b) => a - b);
  const at = (share: number): number => lags[Math.min(total - 1, Math.floor(total * share))] ?? 0;
  const note = `p99 ${at(0.99)} ms, longest ${at(1)} ms behind the writer, ${total} lines, none missing`;
  return { what: 'follow 5,000 lines/s', ms: at(0.5), baseMs: null, note };
}

/** Tail, jump and search over one file through the built server, beside tail and grep; follow in this process. */
export async function measureLogs(
  dashboard: DashboardProcess,
  flags: readonly string[],
  mib: number,
): Promise<readonly LogFigure[]> {
  const podLogs = podLogsOf(flags);
  const folder = join(podLogs, `${POD.namespace}_${POD.name}_${POD.uid}`);
  const fileOf = (container: string): string => {
    mkdirSync(join(folder, container), { recursive: true });
    return join(folder, container, '0.log');
  };
  const ask =
    (container: string): AskLog =>
    (query) =>
      dashboard.get(`${apiPaths.logsByName(POD, container)}&${query}`);
  const form = { firstLineMs: FIRST_LINE_MS, everyMs: LINE_EVERY_MS };
  try {
    const file = fileOf('app');
    const lines = writeLargeLog(file, { ...form, bytes: mib * MIB });
    const reads = await measureReads(ask('app'), file, lines);
    const searches = await measureSearches(ask('app'), file, 'plain');
    rmSync(file);
    const wide = fileOf('wide');
    const bytes = (mib * MIB) / WIDE_SHARE;
    writeLargeLog(wide, { ...form, bytes, seasoning: SEASONING });
    const ofWide = await measureSearches(ask('wide'), wide, 'wide');
    writeFileSync(fileOf('endless'), `2026-01-01T00:00:00.000Z stdout F ${'a'.repeat(60)}b\n`);
    const endless = await measureEndless(ask('endless'));
    const empty = fileOf('follow');
    writeFileSync(empty, '');
    return [...reads, ...searches, ...ofWide, endless, await follow({ podLogs }, empty)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureReads(
  ask: AskLog,
  file: string,
  lines: number,
): Promise<readonly LogFigure[]> {
  const middle = new Date(FIRST_LINE_MS + (lines / 2) * LINE_EVERY_MS).toISOString();
  const tail = (): void => {
    const ended = spawnSync('tail', ['-n', '1000', file], { stdio: ['ignore', 'pipe', 'inherit'] });
    if (ended.error !== undefined) throw ended.error;
  };
  return [
    {
      what: 'last 1,000 lines',
      ms: await medianMs(RUNS, () => ask('tail=1000')),
      baseMs: await medianMs(RUNS, tail),
      note: `of ${lines} lines, through the API; beside it: tail -n 1000`,
    },
    {
      what: 'jump to a time',
      ms: await medianMs(RUNS, () => ask(`since=${middle}`)),
      baseMs: null,
      note: '1,000 lines from there',
    },
  ];
}
