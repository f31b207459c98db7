import { expect, it } from 'vitest';
import { countMoved } from './use-held-order.ts';

it.each([
  ['nothing', ['a', 'b'], ['a', 'b'], 0],
  ['one is new', ['a', 'b'], ['c', 'a', 'b'], 1],
  ['one went: the others did not move', ['a', 'b', 'c'], ['b', 'c'], 0],
  ['two changed places', ['a', 'b', 'c'], ['b', 'a', 'c'], 2],
])('%s', (_name, before, now, moved) => {
  expect(countMoved(before, now)).toBe(moved);
});
