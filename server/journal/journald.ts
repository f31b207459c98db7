import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { whenAborted } from '../lib/abort.ts';
import { type FeedBatch, FeedError, type FeedLine } from './feed.ts';
import { LineSplitter, type SplitLine } from './split-lines.ts';

/** The only units ever asked for; the ones of microk8s are told by their prefix. */
const UNITS: ReadonlySet<string> = new Set([
  'containerd',
  'crio',
  'kubelet',
  'k3s',
  'k3s-agent',
  'rke2-server',
  'rke2-agent',
  'k0scontroller',
  'k0sworker',
]);
const MICROK8S_UNIT = /^snap\.microk8s\.daemon-[a-z0-9-]{1,40}$/;

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
  readonly pastLines?: number;
  /** Ends after the past instead of following. */
  readonly isOneShot?: boolean;
}

const entrySchema = z.object({
  MESSAGE: z.union([z.string(), z.array(z.number())]).nullish(),
  __REALTIME_TIMESTAMP: z.string().optional(),
});

/** The unit name without ".service" when it is one of the closed list, else null. */
export function knownUnit(name: string): string | null {
  const unit = name.endsWith('.service') ? name.slice(0, -'.service'.length) : name;
  return UNITS.has(unit) || MICROK8S_UNIT.test(unit) ? unit : null;
}

function argumentsFor(unit: string, options: JournaldOptions): string[] {
  const root = options.hostRoot ?? '/';
  return [
    '--output=json',
    '--output-fields=MESSAGE',
    '--no-pager',
    `--unit=${unit}.service`,
    `--lines=${options.pastLines ?? PAST_LINES}`,
    ...(options.isOneShot ? [] : ['--follow']),
    ...(root === '/' ? [] : [`--root=${root}`]),
  ];
}

/** Lines of one journald entry; a message of several lines gives several. Null for what is no entry. */
function toLines(json: string, unit: string): FeedLine[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return null; // Cut at our limit, or not journalctl's JSON: counted by the caller.
  }
  const entry = entrySchema.safeParse(parsed);
  if (!entry.success) return null;
  const { MESSAGE: message, __REALTIME_TIMESTAMP: microseconds } = entry.data;
  const text = Array.isArray(message) ? Buffer.from(message).toString('utf8') : (message ?? '');
  const at = Number(microseconds);
  const writtenAtMs = Number.isFinite(at) && at > 0 ? Math.trunc(at / 1000) : null;
  return text.split('\n').map((line) => ({ text: line, where: `journald ${unit}`, writtenAtMs }));
}

/** Nothing of our own environment, which may hold tokens; English messages, since we read them. */
const ENVIRONMENT = {
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  SYSTEMD_COLORS: '0',
} as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

type Journalctl = ChildProcessByStdio<null, Readable, Readable>;

function start(unit: string, options: JournaldOptions): Journalctl {
  return spawn(options.command ?? 'journalctl', argumentsFor(unit, options), {
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
  const said = stderr.trim().split('\n')[0] ?? '';
  return `journalctl ended with code ${code ?? 'none'}${said === '' ? '' : `: ${said}`}`;
}

interface Ending {
  readonly code: number | null;
  readonly stderr: string;
  readonly error: Error | null;
}

/** Resolves when the child is gone, whatever the reason, with what it said on stderr. */
function endingOf(child: Journalctl): Promise<Ending> {
  let stderr = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR_CHARS);
  });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, stderr, error }));
    child.once('close', (code) => resolve({ code, stderr, error: null }));
  });
}

function batchOf(lines: readonly SplitLine[], unit: string): FeedBatch {
  const entries = lines.flatMap((line) => toLines(line.text, unit) ?? []);
  return { lines: entries, isCaughtUp: false };
}

function throwUnlessSound({ code, stderr, error }: Ending, isOneShot: boolean): void {
  if (error !== null) {
    const isAbsent = 'code' in error && error.code === 'ENOENT';
    const reason = isAbsent ? 'journalctl is not installed here' : 'journalctl cannot be started';
    throw new FeedError(reason, { cause: error });
  }
  if (code !== 0 || !isOneShot) throw new FeedError(explain(stderr, code));
  if (stderr.includes('No journal files') || stderr.includes('not seeing messages')) {
    throw new FeedError(explain(stderr, code));
  }
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
 * Follows a unit of the closed list through a journalctl child (no shell). Ends with the signal and takes the child with
 * it; throws FeedError when journalctl is absent, too old, not permitted, or ends by itself.
 */
export async function* followUnit(
  name: string,
  options: JournaldOptions,
): AsyncGenerator<FeedBatch> {
  const unit = knownUnit(name);
  if (unit === null) throw new FeedError(`${name} is not a unit that may be read`);
  if (options.signal.aborted) return;
  const child = start(unit, options);
  const ending = endingOf(child);
  const stopListening = whenAborted(options.signal, () => child.kill());
  const splitter = new LineSplitter({ maxLineBytes: MAX_ENTRY_BYTES });
  try {
    await firstSign(child, ending);
    yield { lines: [], isCaughtUp: false };
    for await (const chunk of child.stdout) {
      const batch = batchOf(splitter.push(chunk), unit);
      if (batch.lines.length > 0) yield batch;
    }
    const result = await ending;
    if (!options.signal.aborted) throwUnlessSound(result, options.isOneShot ?? false);
  } finally {
    stopListening();
    child.kill();
  }
}

/** Whether the journal holds an entry of this unit. Throws FeedError when journald cannot be asked. */
export async function hasUnit(name: string, options: JournaldOptions): Promise<boolean> {
  const oneShot = { ...options, isOneShot: true, pastLines: 1 };
  for await (const batch of followUnit(name, oneShot)) {
    if (batch.lines.length > 0) return true;
  }
  return false;
}
