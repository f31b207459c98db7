import { expect, test } from 'vitest';
import { toPlainLine } from './log.ts';

test('a line for people: time, level, words, then the rest', () => {
  const json =
    '{"level":40,"time":"2026-01-02T03:04:05.678Z","port":8666,"why":"two words","msg":"it ends"}';
  expect(toPlainLine(json)).toBe('03:04:05.678 warn  it ends port=8666 why="two words"\n');
});

test('foreign text cannot steer the terminal', () => {
  const json = JSON.stringify({
    level: 50,
    time: '2026-01-02T03:04:05.678Z',
    msg: 'a\u001b[2Jb\nc',
    err: { message: 'x\u0007' },
  });
  const line = toPlainLine(json);
  expect(line).toBe('03:04:05.678 error a [2Jb c err="x\\u0007"\n');
});
