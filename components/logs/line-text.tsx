import type { ReactNode } from 'react';
import { PLAIN, parseAnsi, type TextStyle } from './ansi.ts';

/** Marks in one line: a pattern that fits everywhere marks nothing of use. */
const MAX_MARKS = 50;

/** A text with its colours as spans, and what was searched for marked. Never HTML. */
export function LineText({ text, mark }: { text: string; mark: RegExp | null }) {
  const pieces = parseAnsi(text);
  return pieces.map(({ text: words, style }, index) => {
    const marked = mark === null ? words : withMarks(words, mark);
    if (style === PLAIN) return marked;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a line have no other identity
      <span key={index} className={classOf(style)}>
        {marked}
      </span>
    );
  });
}

function classOf(style: TextStyle): string {
  return [
    style.color === null ? '' : `ansi-${style.color}`,
    style.background === null ? '' : `ansi-on-${style.background % 8}`,
    style.isBold ? 'ansi-bold' : '',
    style.isFaint ? 'ansi-faint' : '',
    style.isItalic ? 'ansi-italic' : '',
    style.isUnderlined ? 'ansi-underlined' : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function withMarks(text: string, pattern: RegExp): ReactNode {
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '' || parts.length > 2 * MAX_MARKS) continue;
    parts.push(text.slice(from, match.index), <mark key={match.index}>{match[0]}</mark>);
    from = match.index + match[0].length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(from)];
}

/** A group that repeats and is repeated can take a browser minutes: such patterns find on the server and mark nothing here. */
const SLOW = /[)\]][*+{]|\\[1-9]/;

/** The pattern that marks what was searched for; null where there is none, or none that is safe here. */
export function toMark(q: string | null, isInverted: boolean): RegExp | null {
  if (q === null || isInverted || SLOW.test(q)) return null;
  try {
    return new RegExp(q, 'g');
  } catch {
    // The server says what is wrong with it.
    return null;
  }
}
