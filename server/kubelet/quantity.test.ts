import { expect, it } from 'vitest';
import { parseQuantity } from './quantity.ts';

it.each([
  ['250m', 0.25],
  ['2', 2],
  [2, 2],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['64Mi', 67_108_864],
  ['1Gi', 1_073_741_824],
  ['128974848', 128_974_848],
  ['129e6', 129_000_000],
  ['129M', 129_000_000],
  ['1E', 1e18],
  ['1k', 1_000],
  ['', null],
  ['lots', null],
  ['1 Gi', null],
  ['1KiB', null],
])('%s', (text, value) => {
  expect(parseQuantity(text)).toBe(value);
});
