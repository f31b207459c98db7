import type { LogEnd } from '../../server/contract/log-record.ts';
import { ApiError } from '../data/api-client.ts';
import { formatBytes } from '../ui/format.ts';

/** How a question came to less than its end: it was no question, it broke off, or a person had enough. */
export type LogFailure = 'refused' | 'broken' | 'cancelled';

/** As a sentence stands: a capital at its beginning, and an end. */
function toSentence(text: string): string {
  const [first = ''] = text;
  const isEnded = /[.!?]$/.test(text);
  return `${first.toUpperCase()}${text.slice(first.length)}${isEnded ? '' : '.'}`;
}

/** What an error says to a person, and of which kind it is. */
export function failureOf(error: unknown): {
  readonly failure: LogFailure | null;
  readonly sentence: string;
} {
  if (error instanceof ApiError) {
    const isRefused = error.problem.code === 'bad-request';
    return { failure: isRefused ? 'refused' : null, sentence: toSentence(error.message) };
  }
  // The browser's own words for this tell nothing: "Failed to fetch", "network error".
  if (error instanceof TypeError) {
    return {
      failure: 'broken',
      sentence: 'cri-triage did not answer: it was stopped, or the way to it is gone.',
    };
  }
  return {
    failure: null,
    sentence: toSentence(error instanceof Error ? error.message : String(error)),
  };
}

/** What a person looks at, once it is here. */
export function historyWords(end: LogEnd['end'], count: number, isSearch: boolean): string {
  if (end.reason === 'failed') {
    return toSentence(`It broke off: ${end.detail ?? 'nobody said why'}`);
  }
  if (!isSearch) return end.reason === 'complete' ? 'All of it' : 'Its last lines';
  const lines = `${count.toLocaleString('en')} ${count === 1 ? 'line fits' : 'lines fit'}`;
  return end.reason === 'complete'
    ? `Searched to its beginning, ${formatBytes(end.readBytes)}: ${lines}`
    : `The newest that fit: ${lines}`;
}
