import type { LogNotice, LogRecord } from '../contract/log-record.ts';
import type { ContainerLogs } from '../logs/container-logs.ts';
import type { LogQuestion } from '../logs/log-question.ts';
import type { LogWish } from './streams-node.ts';

/** Lines from where the wish says, and those that come; ends with the signal or with the pod's log folder. */
export async function* followFrom(
  logs: ContainerLogs,
  { tail, since, after, filter }: LogWish,
  signal: AbortSignal,
): AsyncGenerator<LogRecord | LogNotice, void, undefined> {
  if (after !== null || since === null) {
    yield* logs.follow({ tail, after, filter }, { signal });
    return;
  }
  const sinceMs = Date.parse(since);
  const first = await firstOf(logs, { sinceMs, untilMs: null, filter: null }, signal);
  if (first === null) {
    yield* logs.follow({ tail: 0, after: null, filter }, { signal });
    return;
  }
  // Behind the first line of that time all others come. It comes by itself, where it is one that is wanted.
  const untilMs = Date.parse(first.time) + 1;
  const wanted =
    filter === null ? first : await firstOf(logs, { sinceMs, untilMs, filter }, signal);
  if (wanted?.offset === first.offset) yield first;
  yield* logs.follow({ tail: 0, after: first.offset, filter }, { signal });
}

/** The first line that is asked for; null when there is none yet. */
async function firstOf(
  logs: ContainerLogs,
  wanted: Pick<LogQuestion, 'sinceMs' | 'untilMs' | 'filter'>,
  signal: AbortSignal,
): Promise<LogRecord | null> {
  const question = { ...wanted, attempt: 'all', tail: null, limit: 1, cursor: null } as const;
  for await (const item of logs.read({ ...question, order: 'time' }, { signal })) {
    if ('offset' in item) return item;
  }
  return null;
}
