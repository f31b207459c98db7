import { describe, expect, it } from 'vitest';
import type { LogRecord } from '../../server/contract/log-record.ts';
import {
  append,
  countHeld,
  EMPTY_TEXT,
  firstLine,
  hold,
  type LogText,
  lastLine,
  MAX_ROWS,
  prepend,
  release,
  toRows,
} from './log-text.ts';

function record(number: number, part: Partial<LogRecord> = {}): LogRecord {
  return {
    time: `2026-01-31T03:12:04.${String(number).padStart(9, '0')}Z`,
    stream: 'stdout',
    partial: false,
    text: `line ${number}`,
    offset: `0.a.${number}`,
    ...part,
  };
}
const lines = (from: number, to: number) =>
  toRows(Array.from({ length: to - from }, (_, index) => record(from + index)));
const numbers = (text: LogText) =>
  text.rows.flatMap((row) => (row.kind === 'line' ? [row.record.text] : [row.notice.notice]));

describe('the text of a log in the page', () => {
  it('a line that comes twice stands once, and a completed one takes the place of its piece', () => {
    const piece = toRows([record(2, { partial: true, text: 'li' })]);
    const text = append(append(EMPTY_TEXT, [...lines(0, 2), ...piece]), lines(1, 4));
    expect(numbers(text)).toEqual(['line 0', 'line 1', 'line 2', 'line 3']);
  });

  it('is bounded, and says how many gave way', () => {
    const text = append(append(EMPTY_TEXT, lines(0, MAX_ROWS)), lines(MAX_ROWS, MAX_ROWS + 5));
    expect(text.rows.length).toBeLessThanOrEqual(MAX_ROWS);
    expect(text.cutBefore + text.rows.length).toBe(MAX_ROWS + 5);
    expect(lastLine(text)?.text).toBe(`line ${MAX_ROWS + 4}`);
  });

  it('older lines come before the first, and newer ones give way at the end', () => {
    const text = prepend(append(EMPTY_TEXT, lines(10, 12)), lines(8, 11));
    expect(numbers(text)).toEqual(['line 8', 'line 9', 'line 10', 'line 11']);
    expect(firstLine(text)?.text).toBe('line 8');
    const full = prepend(append(EMPTY_TEXT, lines(10, MAX_ROWS + 10)), lines(0, 10));
    expect(full.rows).toHaveLength(MAX_ROWS);
    expect(full.cutAfter).toBe(10);
  });

  it('while a person reads, new lines wait and nothing moves', () => {
    const reading = append(hold(append(EMPTY_TEXT, lines(0, 2))), lines(2, 5));
    expect(numbers(reading)).toEqual(['line 0', 'line 1']);
    expect(countHeld(reading)).toBe(3);
    expect(lastLine(reading)?.text).toBe('line 4');
    const shown = release(reading);
    expect(numbers(shown)).toHaveLength(5);
    expect(countHeld(shown)).toBe(0);
    expect(numbers(append(shown, lines(5, 6)))).toHaveLength(6);
  });

  it('what waits is bounded too, and its loss is a row in the text', () => {
    const reading = append(hold(EMPTY_TEXT), lines(0, MAX_ROWS + 1));
    const shown = release(reading);
    expect(shown.rows[0]).toMatchObject({
      kind: 'notice',
      notice: {
        notice: 'dropped',
        text: expect.stringMatching(/^1,001 lines came while you read/),
      },
    });
  });
});
