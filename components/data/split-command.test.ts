import { expect, it } from 'vitest';
import { joinCommand, splitCommand } from './split-command.ts';

it.each([
  ['  ps  aux ', ['ps', 'aux']],
  [`sh -c 'echo "a b"; id'`, ['sh', '-c', 'echo "a b"; id']],
  ['cat "/etc/my file" a\\ b', ['cat', '/etc/my file', 'a b']],
  ['echo "a \\"b\\""x', ['echo', 'a "b"x']],
  ['echo ""', ['echo', '']],
  ['', []],
])('%s', (line, words) => {
  expect(splitCommand(line)).toEqual(words);
});

it.each([
  [['ps', '-ef', '/usr/bin/x=1'], 'ps -ef /usr/bin/x=1'],
  [['sh', '-c', 'echo "a b"; id'], `sh -c 'echo "a b"; id'`],
  [["it's $HOME", '', 'a\\b', 'two\nlines'], `"it's \\$HOME" '' 'a\\b' 'two\nlines'`],
])('%j is written so that it is read the same', (words, line) => {
  expect(joinCommand(words)).toBe(line);
  expect(splitCommand(line)).toEqual(words);
});
