import { describe, expect, it } from 'vitest';
import { PLAIN, parseAnsi, showControls, stripAnsi } from './ansi.ts';

const ESC = '\u001b';
const textOf = (text: string) => parseAnsi(text).map((piece) => piece.text);

describe('colours of a line', () => {
  it('a line without colours is one plain piece', () => {
    expect(parseAnsi('hello <b>')).toEqual([{ text: 'hello <b>', style: PLAIN }]);
    expect(parseAnsi('')).toEqual([]);
  });

  it('colours begin, add up and end', () => {
    const pieces = parseAnsi(`a${ESC}[31mred${ESC}[1mbold${ESC}[0mplain${ESC}[mend`);
    expect(pieces.map(({ text, style }) => [text, style.color, style.isBold])).toEqual([
      ['a', null, false],
      ['red', 1, false],
      ['bold', 1, true],
      ['plain', null, false],
      ['end', null, false],
    ]);
  });

  it('256 colours and true colours come down to the 16 of the theme', () => {
    const colors = (codes: string) => parseAnsi(`${ESC}[${codes}mx`)[0]?.style.color;
    expect(colors('38;5;9')).toBe(9);
    expect(colors('38;5;196')).toBe(9);
    expect(colors('38;2;0;120;0')).toBe(2);
    expect(colors('38;2;250;250;250')).toBe(15);
    expect(colors('97')).toBe(15);
    expect(parseAnsi(`${ESC}[38;5;196;1mx`)[0]?.style.isBold).toBe(true);
    expect(parseAnsi(`${ESC}[48;5;1mx`)[0]?.style.background).toBe(1);
  });

  it('every other control character is shown and does nothing', () => {
    expect(textOf(`${ESC}]0;title\u0007${ESC}[2J`)).toEqual(['␛]0;title␇␛[2J']);
    expect(showControls('a\rb\u009b31m\u202etxt\u007f')).toBe('a␍b\ufffd31m\ufffdtxt␡');
    expect(showControls('tab\tstays')).toBe('tab\tstays');
  });

  it('a line of nothing but colour changes stays bounded', () => {
    const pieces = parseAnsi(`${ESC}[31ma${ESC}[32mb`.repeat(5_000));
    expect(pieces.length).toBeLessThan(210);
    expect(pieces.at(-1)?.text).toContain('␛[');
  });

  it('the text without colours is what is parsed', () => {
    expect(stripAnsi(`${ESC}[33mWARN${ESC}[0m disk`)).toBe('WARN disk');
  });
});
