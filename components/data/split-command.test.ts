import { expect, it } from 'vitest';
import { splitCommand } from './split-command.ts';

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
