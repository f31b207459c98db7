import { fileURLToPath } from 'node:url';
import type {
  LogEnd,
  LogItem,
  LogNotice,
  LogProgress,
  LogRecord,
} from '../../contract/log-record.ts';
import { createContainerLogs } from '../create-logs.ts';
import type { LogFilter, LogQuestion } from '../log-question.ts';
import { SearchProcess } from '../search-process.ts';
import type { LogFolder } from './log-folder.ts';

/** The search's process from its source. */
export function searchFromSource(options: { readonly silentMs?: number } = {}): SearchProcess {
  const entry = fileURLToPath(new URL('../search/main.ts', import.meta.url));
  return new SearchProcess({ command: ['--import', 'tsx', entry], ...options });
}

export const ANY: LogQuestion = {
  attempt: 'own',
  tail: null,
  limit: 1_000,
  sinceMs: null,
  untilMs: null,
  cursor: null,
  filter: null,
  order: 'time',
};

export const NO_FILTER: LogFilter = {
  pattern: null,
  isLiteral: false,
  ignoresCase: false,
  isInverted: false,
  stream: null,
  levels: null,
  fields: [],
};

export interface ReadLog {
  readonly records: readonly LogRecord[];
  readonly texts: readonly string[];
  readonly notices: readonly LogNotice[];
  readonly progress: readonly LogProgress[];
  readonly end: LogEnd['end'];
}

function sort(items: readonly LogItem[]): ReadLog {
  const records: LogRecord[] = [];
  const notices: LogNotice[] = [];
  const progress: LogProgress[] = [];
  let end: LogEnd['end'] | null = null;
  for (const item of items) {
    if ('notice' in item) notices.push(item);
    else if ('progress' in item) progress.push(item);
    else if ('end' in item) end = item.end;
    else records.push(item);
  }
  if (end === null) throw new Error('an answer without an end');
  return { records, texts: records.map(({ text }) => text), notices, progress, end };
}

/** The whole answer to a question about the folder's log. */
export async function readAll(
  folder: LogFolder,
  question: Partial<LogQuestion>,
  options: { readonly search?: SearchProcess; readonly signal?: AbortSignal } = {},
): Promise<ReadLog> {
  const search = options.search ?? searchFromSource();
  const logs = createContainerLogs({ roots: folder.roots, search }, folder.place);
  const items: LogItem[] = [];
  const signal = options.signal ?? new AbortController().signal;
  for await (const item of logs.read({ ...ANY, ...question }, { signal })) items.push(item);
  return sort(items);
}
