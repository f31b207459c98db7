import { describe, expect, it } from 'vitest';
import { parseLine } from './structured-line.ts';

const levelOf = (text: string) => parseLine(text).level;

describe('a line that is JSON', () => {
  it('shows its message, and the other fields in their order', () => {
    const line = parseLine('{"time":"2026","level":"error","msg":"cannot","code":7,"a":{"b":1}}');
    expect(line.message).toBe('cannot');
    expect(line.level).toBe('error');
    expect(line.fields).toEqual([
      { key: 'code', value: '7' },
      { key: 'a', value: '{"b":1}' },
    ]);
    expect(line.pretty).toContain('  "code": 7');
  });

  it('knows levels that are numbers, and other names of them', () => {
    expect(levelOf('{"level":50,"msg":"x"}')).toBe('error');
    expect(levelOf('{"severity":"WARNING","message":"x"}')).toBe('warn');
  });

  it('what only looks like JSON is text', () => {
    expect(parseLine('{"a":')).toEqual({ level: null, message: null, fields: [], pretty: null });
    expect(parseLine('[1]').message).toBeNull();
    expect(parseLine(`{"msg":"${'x'.repeat(70_000)}"}`).message).toBeNull();
  });
});

describe('key=value pairs', () => {
  it('are lifted where one of them is the message', () => {
    const line = parseLine(
      'time="2026-01-31" level=warning msg="disk \\"sda\\" slow" pod=shop/web',
    );
    expect(line).toMatchObject({ level: 'warn', message: 'disk "sda" slow' });
    expect(line.fields).toEqual([{ key: 'pod', value: 'shop/web' }]);
  });

  it('a sentence with a pair in it stays a sentence', () => {
    expect(parseLine('retry in=5s then msg=x').message).toBeNull();
    expect(parseLine('a=1 b=2').message).toBeNull();
  });
});

describe('level of plain text', () => {
  it.each([
    ['E0131 03:12:04.000000 1 main.go:1] boom', 'error'],
    ['2026-01-31T03:12:04Z WARN  worker: slow', 'warn'],
    ['2026/01/31 03:12:04 [error] 7#7: upstream', 'error'],
    ['\u001b[31mERROR\u001b[0m no', 'error'],
    ['panic: runtime error: index out of range', 'fatal'],
    ['ts=1 level=debug caller=x', 'debug'],
    ['the word error in a sentence', null],
    [`${'x'.repeat(200)} ERROR`, null],
  ])('%s', (text, level) => {
    expect(levelOf(text)).toBe(level);
  });
});
