import { stripControl } from '../lib/strip-control.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '',
  a: '',
  b: '',
  f: '',
  v: '',
};
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** One escape of a Go-quoted string at `at` (the backslash): what it stands for and the index after it. */
function readEscape(text: string, at: number, end: number): { value: string; next: number } {
  const kind = text[at + 1] ?? '';
  const digits = HEX_DIGITS[kind];
  if (digits !== undefined && at + 2 + digits <= end) {
    const code = Number.parseInt(text.slice(at + 2, at + 2 + digits), 16);
    const isCharacter = Number.isInteger(code) && code >= 0 && code <= 0x10ffff;
    return { value: isCharacter ? String.fromCodePoint(code) : '', next: at + 2 + digits };
  }
  return { value: SIMPLE_ESCAPES[kind] ?? kind, next: at + 2 };
}

/** The content of a Go-quoted string between two indexes, escapes resolved and control sequences stripped. */
export function unquote(text: string, start: number, end: number): string {
  let at = text.indexOf('\\', start);
  if (at === -1 || at >= end) return text.slice(start, end);
  const parts: string[] = [];
  let from = start;
  while (at !== -1 && at < end) {
    parts.push(text.slice(from, at));
    const { value, next } = readEscape(text, at, end);
    parts.push(value);
    from = Math.min(next, end);
    at = text.indexOf('\\', from);
  }
  parts.push(text.slice(from, end));
  return stripControl(parts.join(''));
}

/** Index of the quote that closes a string opened just before `start`; the text's length when it never closes. */
export function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start);
  while (quote !== -1) {
    let slashes = 0;
    while (quote - 1 - slashes >= start && text[quote - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return quote;
    quote = text.indexOf('"', quote + 1);
  }
  return text.length;
}

/** Index after a JSON value that begins with a bracket at `start`, strings respected; end of text when it never closes. */
function afterBrackets(text: string, start: number): number {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const character = text[at];
    if (character === '"') at = closingQuote(text, at + 1);
    else if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
    at++;
  }
  return text.length;
}

function readValue(text: string, start: number): { value: string; next: number } {
  const first = text[start];
  if (first === '"') {
    const close = closingQuote(text, start + 1);
    return { value: unquote(text, start + 1, close), next: close + 1 };
  }
  let end = first === '{' || first === '[' ? afterBrackets(text, start) : text.indexOf(' ', start);
  if (end === -1) end = text.length;
  return { value: text.slice(start, end), next: end };
}

/**
 * Reads `key=value` pairs from `start` on, in one pass: values bare, Go-quoted, or in brackets. Words without "=" are
 * skipped; nothing throws, whatever the text.
 */
export function readPairs(text: string, start: number): Record<string, string> {
  const pairs: Record<string, string> = {};
  let at = start;
  while (at < text.length) {
    const equals = text.indexOf('=', at);
    if (equals === -1) break;
    let keyStart = equals;
    while (keyStart > at && text[keyStart - 1] !== ' ') keyStart--;
    const key = text.slice(keyStart, equals);
    const { value, next } = readValue(text, equals + 1);
    if (key !== '') pairs[key] = value;
    at = next + 1;
  }
  return pairs;
}
