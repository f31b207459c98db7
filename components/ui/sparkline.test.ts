import { expect, it } from 'vitest';
import { toLines } from './sparkline.tsx';

it('a gap parts the line, and a short line stands at the right', () => {
  expect(toLines([0, 10, null, 5], 5, 10)).toEqual(['25.0,18.5 50.0,1.5', '100.0,10.0 100.0,10.0']);
});

it('nothing but zeros is a line at the foot, and nothing is no line', () => {
  expect(toLines([0, 0], 2, 0)).toEqual(['0.0,18.5 100.0,18.5']);
  expect(toLines([null], 2, 1)).toEqual([]);
});
