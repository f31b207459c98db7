import type { StartedProcess } from '../contract/started-process.ts';
import type { KeptStartRecord, KeptStarts, ProcessMark } from './kept-starts.ts';
import { readStarts, removeStarts } from './starts-file.ts';

/** 10 s: a command comes up within one; what began later in the same container is somebody else's. */
const START_MS = 10_000;

export interface LeftoversLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** What a sweep asks of the node. */
export interface SweepNode {
  /** Whether the process of that number and start lives. */
  isAlive(mark: ProcessMark): Promise<boolean>;
  /** The one process that may be the command's; null where there is none, or more than one. */
  find(start: {
    readonly containerId: string;
    readonly command: readonly string[];
    readonly sinceMs: number;
    readonly untilMs: number;
    readonly taken: ReadonlySet<number>;
  }): Promise<StartedProcess | null>;
  /** True while it, or what it started in its session, runs in its container. */
  runs(process: StartedProcess): Promise<boolean>;
  /** Ends it; answers what could not be ended as a sentence. */
  end(process: StartedProcess): Promise<string | null>;
}

interface Sweep {
  readonly directory: string;
  readonly bootId: string;
  readonly node: SweepNode;
  readonly log: LeftoversLog;
  readonly signal: AbortSignal;
}

/** Ends what servers that are no more have left running in containers, and tells it; the rest is left alone. */
export async function sweepStarts(sweep: Sweep): Promise<void> {
  for (const { path, kept } of readStarts(sweep.directory)) {
    if (kept === null) {
      sweep.log.warn(
        { path },
        'a list of what a server before this one had started is not readable',
      );
      removeStarts(path);
      continue;
    }
    if (kept.bootId === sweep.bootId && (await sweep.node.isAlive(kept.owner))) continue;
    if (kept.bootId !== sweep.bootId || (await sweepOne(sweep, kept))) removeStarts(path);
  }
}

/** False where something went on in spite of it: the next server tries again. */
async function sweepOne(sweep: Sweep, { starts }: KeptStarts): Promise<boolean> {
  const taken = new Set(starts.flatMap(({ process }) => (process === null ? [] : [process.pid])));
  let isClean = true;
  for (const start of starts) {
    sweep.signal.throwIfAborted();
    isClean = (await sweepStart(sweep, start, taken)) && isClean;
  }
  return isClean;
}

async function sweepStart(
  { node, log }: Sweep,
  start: KeptStartRecord,
  taken: ReadonlySet<number>,
): Promise<boolean> {
  const { containerId, command, sinceMs } = start;
  const about = { containerId, command };
  const process =
    start.process === null
      ? sinceMs === null
        ? null
        : await node.find({ ...about, sinceMs, untilMs: sinceMs + START_MS, taken })
      : { ...start.process, containerId };
  if (process === null) {
    if (sinceMs === null) {
      log.warn(
        about,
        'a server before this one was killed; whether what it had started in a container has ended is not known',
      );
    }
    return true;
  }
  if (!(await node.runs(process))) return true;
  const left = await node.end(process);
  const fields = { ...about, pid: process.pid };
  if (left === null) {
    log.warn(fields, 'ended what a killed server had left running in a container');
    return true;
  }
  log.warn(
    { ...fields, left },
    'a killed server has left something running that could not be ended',
  );
  return false;
}
