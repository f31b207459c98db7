import { describe, expect, it } from 'vitest';
import { stripControl, stripControlInRecord } from './strip-control.ts';

describe('stripControl', () => {
  const cases: readonly (readonly [name: string, text: string, expected: string])[] = [
    ['keeps plain text', 'failed to pull "a:1"', 'failed to pull "a:1"'],
    ['keeps newline and tab', 'a\n\tb', 'a\n\tb'],
    ['keeps letters of any script, emoji and joiners', 'Größe 日本 👩‍💻', 'Größe 日本 👩‍💻'],
    ['takes colours out', '\x1b[1;31mred\x1b[0m', 'red'],
    ['takes the one-byte form of CSI out', '\x9b2Jcleared', 'cleared'],
    ['takes a title out (BEL)', 'a\x1b]0;owned\x07b', 'ab'],
    ['takes a link out (ST)', '\x1b]8;;http://x/\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['takes DCS out', 'a\x1bPq#0\x1b\\b', 'ab'],
    ['keeps what follows a string without an end', 'a\x1b]0;title goes on', 'a0;title goes on'],
    ['takes a terminal reset out', 'a\x1bcb', 'ab'],
    ['takes a character set switch out', 'a\x1b(0b', 'ab'],
    ['takes a lone escape out', 'a\x1b', 'a'],
    ['takes carriage returns out', 'one\r\ntwo', 'one\ntwo'],
    ['takes NUL, BEL, DEL and C1 out', 'a\0b\x07c\x7fd\x85e', 'abcde'],
    ['takes direction overrides out', 'user\u202etxt.exe\u202c', 'usertxt.exe'],
    ['takes isolates and marks out', '\u2066a\u2069\u200f', 'a'],
    ['takes signs nobody sees out', 'de\u200bfault\ufeff\u{e0041}', 'default'],
  ];
  it.each(cases)('%s', (_name, text, expected) => {
    expect(stripControl(text)).toBe(expected);
  });

  it('leaves nothing that is active when the pieces are nested', () => {
    expect(stripControl('\x1b\x1b[31m[31mred')).not.toContain('\x1b');
  });

  it('comes through long runs of openings that never close', () => {
    // A scan that starts anew at each opening would not end within the test's limit.
    expect(stripControl(`${'\x90'.repeat(200_000)}a`)).not.toContain('\x90');
    expect(stripControl(`${'\x1b]'.repeat(100_000)}a`)).not.toContain('\x1b');
    expect(stripControl(`${'\x1b[0'.repeat(100_000)}a`)).not.toContain('\x1b');
  });
});

it('strips keys and values of a record', () => {
  expect(stripControlInRecord({ 'a\x1b[1m': 'b\u202e', c: 'd' })).toEqual({ a: 'b', c: 'd' });
});
