import type { LogItem } from '../contract/log-record.ts';
import type { ContainerLogs, WaitOptions } from './container-logs.ts';
import { followLog } from './follow-log.ts';
import { listAttempts } from './list-attempts.ts';
import { LogBytes } from './log-bytes.ts';
import type { LogPlace } from './log-place.ts';
import type { LogQuestion } from './log-question.ts';
import { toRange } from './log-range.ts';
import { type LogRoots, openContainerFolder } from './log-root.ts';
import { type OpenLog, openLog } from './open-log.ts';
import { toRawLog } from './raw-log.ts';
import { readPage } from './read-page.ts';
import { searchLog } from './search-log.ts';
import type { SearchProcess } from './search-process.ts';

export interface LogsOptions {
  readonly roots: LogRoots;
  readonly search: SearchProcess;
}

/** The attempt that is meant by `own`: the container's, or the newest of those that left a log. */
async function ownAttempt(roots: LogRoots, place: LogPlace): Promise<number | null> {
  if (place.attempt !== null) return place.attempt;
  return (await listAttempts(roots, place))[0]?.attempt ?? null;
}

async function open(
  roots: LogRoots,
  place: LogPlace,
  attempt: LogQuestion['attempt'],
): Promise<OpenLog> {
  if (attempt === 'all') return openLog(roots, place.steps, null);
  return openLog(roots, place.steps, attempt === 'own' ? await ownAttempt(roots, place) : attempt);
}

/** The logs at a place, read straight from the node's files. */
export function createContainerLogs(options: LogsOptions, place: LogPlace): ContainerLogs {
  const { roots, search } = options;
  return {
    attempts: () => listAttempts(roots, place),
    async *read(question: LogQuestion, { signal }: WaitOptions): AsyncGenerator<LogItem> {
      const opened = await open(roots, place, question.attempt);
      try {
        const log = new LogBytes(opened.parts);
        const range = await toRange(log, question);
        signal.throwIfAborted();
        const { filter } = question;
        if (filter === null) yield* readPage(log, range);
        else yield* searchLog(search, { log, range, filter, order: question.order, signal });
      } finally {
        await opened.close();
      }
    },
    raw: async (attempt) => toRawLog(await open(roots, place, attempt)),
    follow: (question, { signal }) => followLog({ roots, place, question, signal }),
  };
}

/** Whether there is a log folder at all. */
export async function hasLogFolder(roots: LogRoots, steps: readonly string[]): Promise<boolean> {
  const folder = await openContainerFolder(roots, steps);
  await folder?.close();
  return folder !== null;
}
