import { createContext, Script } from 'node:vm';
import { type FilteredLine, literalOf, passesRest, toRegExp } from './line-filter.ts';
import { becauseOf } from './log-error.ts';
import type { LogFilter } from './log-question.ts';

/** A batch of lines takes below one millisecond; a pattern that takes this long for one will take it again. */
const MAX_BATCH_MS = 100;
const SCRIPT = new Script('hits = texts.map((text) => pattern.test(text))');

/**
 * Chooses lines of a batch by a filter; a pattern that backtracks without end is stopped after a tenth of a second, and
 * LogError says so.
 */
export function createBoundedFilter(
  filter: LogFilter,
): <T extends FilteredLine>(lines: readonly T[]) => readonly T[] {
  const literal = literalOf(filter);
  const pattern = literal === null ? toRegExp(filter) : null;
  const context = createContext({ pattern, texts: [], hits: [] });
  const matches = (lines: readonly FilteredLine[]): readonly boolean[] => {
    if (literal !== null) return lines.map(({ text }) => text.includes(literal));
    context['texts'] = lines.map(({ text }) => text);
    try {
      SCRIPT.runInContext(context, { timeout: MAX_BATCH_MS });
    } catch (error) {
      const detail = `the pattern takes more than ${MAX_BATCH_MS} ms for some lines: repetitions within repetitions are the usual reason`;
      throw becauseOf(error, 'bad-question', detail);
    }
    return context['hits'] as boolean[];
  };
  return (lines) => {
    const rest = lines.filter((line) => passesRest(filter, line));
    if ((literal === null && pattern === null) || rest.length === 0) return rest;
    const hits = matches(rest);
    return rest.filter((_, index) => hits[index] !== filter.isInverted);
  };
}
