import { expect, it } from 'vitest';
import { podHrefsOf } from './pod-href.ts';

it('names the uid only where the name alone does not tell', () => {
  const one = { namespace: 'shop', name: 'web', uid: 'u1' };
  const two = { namespace: 'shop', name: 'web', uid: 'u2' };
  const other = { namespace: 'db', name: 'web', uid: 'u3' };
  const href = podHrefsOf([one, two, other]);
  expect(href(one)).toBe('/pods/shop/web?uid=u1');
  expect(href(two)).toBe('/pods/shop/web?uid=u2');
  expect(href(other)).toBe('/pods/db/web');
});
