import { spawnSync } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiPaths } from '../../server/contract/paths.ts';
import { createContainerLogs } from '../../server/logs/create-logs.ts';
import { SearchProcess } from '../../server/logs/search-process.ts';
import type { DashboardProcess } from './dashboard-process.ts';

const POD = { namespace: 'bench', name: 'big', uid: '0f2c' };
const CONTAINER = 'app';
const MIB = 1024 * 1024;
const FIRST_LINE_MS = Date.parse('2026-01-01T00:00:00.000Z');
/** A line each 20 ms of the log's own time. */
const LINE_EVERY_MS = 20;
const RUNS = 7;
/** 5,000 lines a second, in writes of 50 lines. */
const FOLLOWED = { seconds: 4, perWrite: 50, everyMs: 10 };

/** One figure: ours, and what a tool of the system needs for the same. */
export interface LogFigure {
  readonly what: string;
  readonly ms: number;
  readonly baseMs: number | null;
  readonly note: string;
}

/** Where a node path of the flags is on this machine. */
function podLogsOf(flags: readonly string[]): string {
  const value = (name: string): string => flags[flags.indexOf(name) + 1] ?? '';
  return join(value('--host-root'), value('--pod-logs'));
}

/** Lines as a web server writes them; one in a hundred thousand bears the needle. */
function writeLog(path: string, bytes: number): number {
  const file = openSync(path, 'w');
  let written = 0;
  let number = 0;
  while (written < bytes) {
    let text = '';
    for (const end = number + 5_000; number < end; number++) {
      const time = new Date(FIRST_LINE_MS + number * LINE_EVERY_MS).toISOString();
      const level = number % 50 === 0 ? 'ERROR' : 'INFO';
      const mark = number % 100_000 === 0 ? ' needle-in-haystack' : '';
      const body = `${level} path=/api/v1/items/${number % 1_000} status=${number % 300 === 0 ? 500 : 200} took ${number % 97}ms${mark}`;
      text += `${time.replace('Z', '123456Z')} ${number % 5 === 0 ? 'stderr' : 'stdout'} F ${body}\n`;
    }
    written += writeSync(file, text);
  }
  closeSync(file);
  return number;
}

async function median(work: () => Promise<unknown> | unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const beganMs = performance.now();
    await work();
    times.push(performance.now() - beganMs);
  }
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}

/** A tool of the system on the same file. Its output is taken: grep looks for one match only where it goes to /dev/null. */
function tool(command: string, ...args: readonly string[]): () => void {
  return () => {
    const ended = spawnSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    if (ended.error !== undefined) throw ended.error;
  };
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
  const file = join(folder, CONTAINER, '0.log');
  mkdirSync(join(folder, CONTAINER), { recursive: true });
  mkdirSync(join(folder, 'follow'), { recursive: true });
  try {
    const lines = writeLog(file, mib * MIB);
    const get = (query: string) => () =>
      dashboard.get(`${apiPaths.logsByName(POD, CONTAINER)}&${query}`);
    const middle = new Date(FIRST_LINE_MS + (lines / 2) * LINE_EVERY_MS).toISOString();
    const found = async (q: string): Promise<Omit<LogFigure, 'what' | 'note'>> => ({
      baseMs: await median(tool('grep', '-cE', q, file)),
      ms: await median(get(`limit=10000&since=2026-01-01T00:00:00Z&q=${encodeURIComponent(q)}`)),
    });
    const speed = ({ ms }: { readonly ms: number }): string =>
      `${Math.round((mib * MIB) / 1e3 / ms)} MB/s; beside it: grep -c`;
    const literal = await found('needle-in');
    const regex = await found('status=5[0-9]+ took 9.ms');
    const rare = await found('took [0-9]+ms needle');
    const empty = join(folder, 'follow', '0.log');
    appendFileSync(empty, '');
    return [
      {
        what: 'last 1,000 lines',
        ms: await median(get('tail=1000')),
        baseMs: await median(tool('tail', '-n', '1000', file)),
        note: `of ${mib} MiB, through the API; beside it: tail -n 1000`,
      },
      {
        what: 'jump to a time',
        ms: await median(get(`since=${middle}`)),
        baseMs: null,
        note: '1,000 lines from there',
      },
      { what: 'search, text', ...literal, note: speed(literal) },
      { what: 'search, pattern', ...regex, note: speed(regex) },
      { what: 'search, rare pattern', ...rare, note: speed(rare) },
      await follow({ podLogs }, empty),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
