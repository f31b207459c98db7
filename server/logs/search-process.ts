import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { LogItem } from '../contract/log-record.ts';
import { whenAborted } from '../lib/abort.ts';
import { deferred } from '../lib/deferred.ts';
import { LogError } from './log-error.ts';
import type { SearchJob } from './search/search-job.ts';

/** A search reads a disk and uses a core: more at once would be felt by the pods. */
const MAX_SEARCHES = 2;
/** It tells how far it is several times a second; what is silent for so long is stuck in one line. */
const SILENT_MS = 5_000;
/** Starting takes a tenth of a second, and longer on a machine without a core to spare. */
const START_MS = 30_000;
/** Below everything that serves: a search takes what is left of the cores. */
const LOW_PRIORITY = 10;
/** Two windows of 3 MiB, and strings of a quarter. */
const FLAGS = ['--max-old-space-size=128'];

export interface SearchProcessOptions {
  /** Node's arguments that start the search's script; given by tests. */
  readonly command?: readonly string[];
  readonly maxSearches?: number;
  readonly silentMs?: number;
}

/** Starts a process for each search and ends it with the search. */
export class SearchProcess {
  readonly #command: readonly string[];
  readonly #maxSearches: number;
  readonly #silentMs: number;
  #running = 0;

  constructor(options: SearchProcessOptions = {}) {
    this.#command = options.command ?? defaultCommand();
    this.#maxSearches = options.maxSearches ?? MAX_SEARCHES;
    this.#silentMs = options.silentMs ?? SILENT_MS;
  }

  /**
   * The answer of one search, as it comes; the last item is the end. The process is killed when the signal aborts, when
   * the reader leaves, or when it is stuck. The descriptors of the job are handed over; they stay the caller's to close.
   */
  async *run(job: SearchJob, signal: AbortSignal): AsyncGenerator<LogItem, void, void> {
    if (this.#running >= this.#maxSearches) {
      throw new LogError('busy', `${this.#running} searches are running already.`);
    }
    signal.throwIfAborted();
    this.#running++;
    const fds = job.parts.map((part) => part.fd);
    const child = spawn(process.execPath, [...this.#command], {
      // Descriptor n of the child is the n-th here: 0 to 2, then the parts.
      stdio: ['pipe', 'pipe', 'ignore', ...fds],
      env: {} as NodeJS.ProcessEnv,
    });
    const stop = whenAborted(signal, () => child.kill('SIGKILL'));
    try {
      yield* this.#answer(child, job, signal);
      signal.throwIfAborted();
    } finally {
      stop();
      child.kill('SIGKILL');
      child.stdout?.destroy();
      this.#running--;
    }
  }

  async *#answer(
    child: ChildProcess,
    job: SearchJob,
    signal: AbortSignal,
  ): AsyncGenerator<LogItem, void, void> {
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    failed.catch(() => undefined);
    lower(child);
    const parts = job.parts.map((part, index) => ({ ...part, fd: index + 3 }));
    // A child that ended early breaks the pipe; its end is told below.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(JSON.stringify({ ...job, parts }));
    let isEnded = false;
    for await (const item of this.#items(child, failed)) {
      isEnded = 'end' in item;
      yield item;
    }
    if (!isEnded && !signal.aborted) yield failure('the search ended before it was done', job);
  }

  async *#items(child: ChildProcess, failed: Promise<never>): AsyncGenerator<LogItem, void, void> {
    child.stdout?.setEncoding('utf8');
    const chunks = (child.stdout as AsyncIterable<string> | null)?.[Symbol.asyncIterator]();
    let rest = '';
    let patienceMs = START_MS;
    while (chunks !== undefined) {
      const next = await orSilent(Promise.race([chunks.next(), failed]), patienceMs);
      patienceMs = this.#silentMs;
      if (next === 'silent') {
        yield failure(STUCK, null);
        return;
      }
      if (next.done === true) return;
      const lines = (rest + next.value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as LogItem;
    }
  }
}

/** Only while more is awaited: a reader that takes its time makes no search stuck. */
async function orSilent<T>(answer: Promise<T>, patienceMs: number): Promise<T | 'silent'> {
  const silent = deferred<'silent'>();
  const timer = setTimeout(() => silent.resolve('silent'), patienceMs);
  try {
    return await Promise.race([answer, silent.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const STUCK =
  'the pattern takes too long for one of the lines and was stopped: repetitions within repetitions, such as (a+)+, are the usual reason';

function failure(detail: string, job: SearchJob | null): LogItem {
  const direction = job?.direction ?? 'backward';
  return { end: { reason: 'failed', detail, nextCursor: null, readBytes: 0, direction } };
}

function lower(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    setPriority(child.pid, LOW_PRIORITY);
  } catch (error) {
    // It has ended already, or lowering is not allowed here: it is a courtesy.
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

/** The bundle beside the server's; in development the script itself, with the loader that reads TypeScript. */
function defaultCommand(): readonly string[] {
  const built = fileURLToPath(new URL('./log-search.mjs', import.meta.url));
  if (existsSync(built)) return [...FLAGS, built];
  const source = fileURLToPath(new URL('./search/main.ts', import.meta.url));
  return ['--import', 'tsx', ...FLAGS, source];
}
