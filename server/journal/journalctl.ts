import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { whenAborted } from '../lib/abort.ts';
import { type FeedBatch, FeedError, type FeedLine } from './feed.ts';
import { LineSplitter, type SplitLine } from './split-lines.ts';

/** Lines of the past asked for at the start: as many as the 8 MiB that are read of a file. */
const PAST_LINES = 30_000;
/** An entry as JSON carries all escapes of its text; longer ones are cut and then skipped as broken. */
const MAX_ENTRY_BYTES = 256 * 1024;
/** A journalctl that has written nothing by then has nothing to write yet. */
const SILENCE_MS = 2_000;
/** What journalctl says when it ends, kept for the reason. */
const MAX_STDERR_CHARS = 2_000;

export interface JournaldOptions {
  readonly signal: AbortSignal;
  /** The node's root as we see it: journals are looked for below it. */
  readonly hostRoot?: string;
  /** Another program in journalctl's place, for tests. */
  readonly command?: string;
  /** Null: all there are. */
  readonly pastLines?: number | null;
  /** Nothing before this moment. */
  readonly sinceMs?: number;
  /** Newest first: with `sinceMs` it ends at that moment or after `pastLines`, whichever comes first. */
  readonly isReverse?: boolean;
  /** Times only: lines come without text. */
  readonly isBare?: boolean;
  /** Ends after the past instead of following. */
  readonly isOneShot?: boolean;
}

/** What journalctl is asked for, and what it is called as evidence. */
export interface JournalMatch {
  readonly argument: string;
  readonly where: string;
}

const entrySchema = z.object({
  MESSAGE: z.union([z.string(), z.array(z.number())]).nullish(),
  PRIORITY: z.string().optional().catch(undefined),
  __REALTIME_TIMESTAMP: z.string().optional(),
});

function argumentsFor({ argument }: JournalMatch, options: JournaldOptions): string[] {
  const { hostRoot = '/', sinceMs, pastLines = PAST_LINES } = options;
  return [
    '--output=json',
    `--output-fields=${options.isBare ? 'PRIORITY' : 'MESSAGE,PRIORITY'}`,
    '--no-pager',
    argument,
    ...(pastLines === null ? [] : [`--lines=${pastLines}`]),
    ...(sinceMs === undefined ? [] : [`--since=@${Math.floor(sinceMs / 1000)}`]),
    ...(options.isReverse ? ['--reverse'] : []),
    ...(options.isOneShot ? [] : ['--follow']),
    ...(hostRoot === '/' ? [] : [`--root=${hostRoot}`]),
  ];
}

/** Lines of one journald entry; a message of several lines gives several. Null for what is no entry. */
function toLines(json: string, where: string): FeedLine[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null; // Cut at our limit, or not journalctl's JSON: counted by the caller.
  }
  const entry = entrySchema.safeParse(parsed);
  if (!entry.success) return null;
  const { MESSAGE: message, PRIORITY: priority, __REALTIME_TIMESTAMP: microseconds } = entry.data;
  const text = Array.isArray(message) ? Buffer.from(message).toString('utf8') : (message ?? '');
  const at = Number(microseconds);
  const writtenAtMs = Number.isFinite(at) && at > 0 ? Math.trunc(at / 1000) : null;
  const level = priority === undefined ? {} : { priority: Number(priority) };
  return text.split('\n').map((line) => ({ text: line, where, writtenAtMs, ...level }));
}

/** Nothing of our own environment, which may hold tokens; English messages, since we read them. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  SYSTEMD_COLORS: '0',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

type Journalctl = ChildProcessByStdio<null, Readable, Readable>;

function start(match: JournalMatch, options: JournaldOptions): Journalctl {
  return spawn(options.command ?? 'journalctl', argumentsFor(match, options), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: ENVIRONMENT,
  });
}

/** Why a run of journalctl gave nothing, in words for the sources panel. */
function explain(stderr: string, code: number | null): string {
  if (stderr.includes('No journal files were found'))
    return 'journald keeps no journal on this node';
  if (stderr.includes('not seeing messages') || stderr.includes('ermission')) {
    return 'no permission to read the journal';
  }
  if (stderr.includes('recognized option') || stderr.includes('nvalid option')) {
    return 'journalctl is too old here: it does not know the options we need';
  }
  if (stderr.includes('unsupported feature') || stderr.includes('rotocol not supported')) {
    return 'journalctl is too old here: it cannot read the journal files of this node';
  }
  const said = stderr.trim().split('\n')[0] ?? '';
  return `journalctl ended with code ${code ?? 'none'}${said === '' ? '' : `: ${said}`}`;
}

interface Ending {
  readonly code: number | null;
  readonly stderr: string;
  readonly error: Error | null;
}

interface Watched {
  /** Resolves when the child is gone, whatever the reason. */
  readonly ending: Promise<Ending>;
  /** What it has said on stderr so far. */
  readonly said: () => string;
}

function watchEnd(child: Journalctl): Watched {
  let stderr = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR_CHARS);
  });
  const ending = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ code: null, stderr, error }));
    child.once('close', (code) => resolve({ code, stderr, error: null }));
  });
  return { ending, said: () => stderr };
}

function batchOf(lines: readonly SplitLine[], where: string): FeedBatch {
  const entries = lines.flatMap((line) => toLines(line.text, where) ?? []);
  return { lines: entries, isCaughtUp: false };
}

/** Words with which journalctl goes on, or ends well, although it may not see what it was asked for. */
const BLIND_WORDS = /No journal files|not seeing messages/;
/** It passes files over that are newer than itself: blind unless other files tell. */
const PARTLY_BLIND_WORDS = /unsupported feature|rotocol not supported/;

function throwIfBlind(stderr: string, hasRead: boolean): void {
  if (BLIND_WORDS.test(stderr) || (!hasRead && PARTLY_BLIND_WORDS.test(stderr))) {
    throw new FeedError(explain(stderr, 0));
  }
}

function throwUnlessSound({ code, stderr, error }: Ending, isOneShot: boolean): void {
  if (error !== null) {
    const isAbsent = 'code' in error && error.code === 'ENOENT';
    const reason = isAbsent ? 'journalctl is not installed here' : 'journalctl cannot be started';
    throw new FeedError(reason, { cause: error });
  }
  if (code !== 0 || !isOneShot) throw new FeedError(explain(stderr, code));
}

/** Resolves when the child has written, has ended, or has had time for both: a unit without entries stays silent. */
async function firstSign(child: Journalctl, ending: Promise<Ending>): Promise<void> {
  const written = new Promise<void>((resolve) => child.stdout.once('readable', resolve));
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, SILENCE_MS);
  });
  await Promise.race([written, ending, silent]);
  clearTimeout(timer);
}

/**
 * Follows what matches through a journalctl child (no shell). Ends with the signal and takes the child with it; throws
 * FeedError when journalctl is absent, too old, not permitted, or ends by itself.
 */
export async function* followJournal(
  match: JournalMatch,
  options: JournaldOptions,
): AsyncGenerator<FeedBatch> {
  if (options.signal.aborted) return;
  const child = start(match, options);
  const { ending, said } = watchEnd(child);
  const stopListening = whenAborted(options.signal, () => child.kill());
  const splitter = new LineSplitter({ maxLineBytes: MAX_ENTRY_BYTES });
  let hasRead = false;
  try {
    await firstSign(child, ending);
    if (child.stdout.readableLength === 0) throwIfBlind(said(), false);
    yield { lines: [], isCaughtUp: false };
    for await (const chunk of child.stdout) {
      const batch = batchOf(splitter.push(chunk), match.where);
      hasRead ||= batch.lines.length > 0;
      if (batch.lines.length > 0) yield batch;
    }
    const result = await ending;
    if (options.signal.aborted) return;
    throwUnlessSound(result, options.isOneShot ?? false);
    throwIfBlind(result.stderr, hasRead);
  } finally {
    stopListening();
    child.kill();
  }
}
