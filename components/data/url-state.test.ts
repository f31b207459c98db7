import { expect, it } from 'vitest';
import { withParams } from './url-state.ts';

it.each([
  ['', { q: 'ns:shop' }, '?q=ns%3Ashop'],
  ['q=a&tab=json', { q: null }, '?tab=json'],
  ['q=a', { q: '' }, ''],
  ['stage=pull', { container: 'app', stage: 'start' }, '?stage=start&container=app'],
])('%s + %j', (search, change, expected) => {
  expect(withParams(search, change)).toBe(expected);
});
