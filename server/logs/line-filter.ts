import { fieldOf, jsonOf, levelOf } from '../contract/log-level.ts';
import { becauseOf } from './log-error.ts';
import type { LogFilter } from './log-question.ts';
import type { JoinedLine } from './piece-joiner.ts';

/** A line as far as a filter looks at it. */
export type FilteredLine = Pick<JoinedLine<unknown>, 'stream' | 'text'>;

const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** The pattern of a filter as one regular expression of one line; throws LogError when it is none. */
export function toRegExp(filter: LogFilter): RegExp | null {
  if (filter.pattern === null || filter.pattern === '') return null;
  const source = filter.isLiteral ? filter.pattern.replace(SYNTAX, '\\$&') : filter.pattern;
  try {
    return new RegExp(source, filter.ignoresCase ? 'i' : '');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // V8 says the pattern again before what is wrong with it.
    const reason = error.message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '');
    const detail = `the pattern is no regular expression: ${reason}`;
    throw becauseOf(error, 'bad-question', detail);
  }
}

/** The text itself where the pattern is nothing but text, compared as it stands; null otherwise. */
export function literalOf({ pattern, isLiteral, ignoresCase }: LogFilter): string | null {
  if (pattern === null || pattern === '' || ignoresCase) return null;
  return isLiteral || pattern.search(SYNTAX) === -1 ? pattern : null;
}

function hasFields(text: string, fields: LogFilter['fields']): boolean {
  if (fields.length === 0) return true;
  const json = jsonOf(text);
  if (json === null) return false;
  return fields.every(({ path, value }) => {
    const found = fieldOf(json, path);
    return (typeof found === 'string' ? found : JSON.stringify(found)) === value;
  });
}

/** Everything of a filter but its pattern: what takes the same short time for every line. */
export function passesRest(filter: LogFilter, { stream, text }: FilteredLine): boolean {
  if (filter.stream !== null && filter.stream !== stream) return false;
  if (filter.levels !== null) {
    const level = levelOf(text);
    if (level === null || !filter.levels.includes(level)) return false;
  }
  return hasFields(text, filter.fields);
}

/** Whether a line is what a filter asks for. A pattern may take long: only where that is bounded. */
export function toLineTest(filter: LogFilter): (line: FilteredLine) => boolean {
  const literal = literalOf(filter);
  const pattern = literal === null ? toRegExp(filter) : null;
  const hasPattern = literal !== null || pattern !== null;
  return (line) => {
    if (hasPattern) {
      const isHit = literal === null ? pattern?.test(line.text) : line.text.includes(literal);
      if (isHit === filter.isInverted) return false;
    }
    return passesRest(filter, line);
  };
}
