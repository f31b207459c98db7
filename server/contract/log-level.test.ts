import { expect, test } from 'vitest';
import { fieldOf, jsonOf, levelOf } from './log-level.ts';

test.each([
  ['{"level":"warning","msg":"x"}', 'warn'],
  ['{"level":50,"msg":"pino"}', 'error'],
  ['{"severity":"CRITICAL"}', 'fatal'],
  ['{"log":{"level":"debug"}}', 'debug'],
  ['{"msg":"ERROR in a sentence"}', null],
  ['E0102 03:04:05.678901       1 reflector.go:150] failed', 'error'],
  ['I0102 03:04:05.678901       1 main.go:1] ERROR is only a word here', 'info'],
  ['time="2026-01-02T03:04:05Z" level=warning msg="disk"', 'warn'],
  ['ts=2026-01-02 lvl=eror msg=x', null],
  ['2026-01-02 03:04:05,678 ERROR [main] com.example.App - boom', 'error'],
  ['2026/01/02 03:04:05 [error] 7#7: *1 open() failed', 'error'],
  ['\u001b[31mERROR\u001b[0m boom', 'error'],
  ['WARN: something', 'warn'],
  ['Error: listen EADDRINUSE', 'error'],
  ['panic: runtime error: index out of range', 'fatal'],
  ['Traceback (most recent call last):', 'fatal'],
  ['GET /errors/ERROR_PAGE 200', null],
  ['no error at all', null],
  ['', null],
])('%s is %s', (text, level) => {
  expect(levelOf(text)).toBe(level);
});

test('fields by name and by path; a name with dots before a path', () => {
  const json = jsonOf(' {"a.b":1,"a":{"b":2,"c":null}}') ?? {};
  expect(fieldOf(json, 'a.b')).toBe(1);
  expect(fieldOf(json, 'a.c')).toBeNull();
  expect(fieldOf(json, 'a.c.d')).toBeUndefined();
  expect(fieldOf(json, '__proto__')).toBeUndefined();
});

test.each(['[1]', '{', 'null', '{"a":1} tail'])('%s is no object', (text) => {
  expect(jsonOf(text)).toBeNull();
});
