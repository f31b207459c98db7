import type { LogItem } from '../contract/log-record.ts';
import { toRegExp } from './line-filter.ts';
import type { LogBytes } from './log-bytes.ts';
import type { LogFilter, LogQuestion } from './log-question.ts';
import type { LogRange } from './log-range.ts';
import type { SearchProcess } from './search-process.ts';

export interface SearchQuestion {
  readonly log: LogBytes;
  readonly range: LogRange;
  readonly filter: LogFilter;
  readonly order: LogQuestion['order'];
  readonly signal: AbortSignal;
}

/** The lines of a range that a filter chooses, found in a process of their own. Throws LogError for a bad pattern. */
export function searchLog(
  search: SearchProcess,
  { log, range, filter, order, signal }: SearchQuestion,
): AsyncIterable<LogItem> {
  // Here, where the sentence reaches the person; the process would only fail.
  toRegExp(filter);
  const parts = log.placed
    .filter(({ base, part }) => base < range.to && base + part.sizeBytes > range.from)
    .map(({ base, part }) => ({
      fd: part.handle.fd,
      form: part.form,
      attempt: part.attempt,
      inode: part.inode,
      isPacked: part.isPacked,
      sizeBytes: part.sizeBytes,
      base,
    }));
  return search.run({ ...range, parts, order, filter }, signal);
}
