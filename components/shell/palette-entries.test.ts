import { describe, expect, it } from 'vitest';
import { PULL_FAILED, podRow } from '../testing/fixtures.ts';
import type { NavItem } from './nav.ts';
import { findEntries } from './palette-entries.ts';

const NAV: readonly NavItem[] = [
  { href: '/pods', label: 'Pods', keys: 'g p', icon: null, badge: null },
];
const PODS = [podRow('web'), podRow('checkout', { verdict: PULL_FAILED })];
const find = (text: string) => findEntries(text, NAV, PODS).map((e) => `${e.kind} ${e.label}`);

describe('palette', () => {
  it('without words: pages, causes and pods, stuck ones first', () => {
    expect(find('')).toEqual([
      'page Pods',
      'cause image-unauthorized',
      'pod shop/checkout',
      'pod shop/web',
    ]);
  });

  it('names that begin so come first', () => {
    expect(find('image')[0]).toBe('cause image-unauthorized');
    expect(find('web')[0]).toBe('pod shop/web');
  });

  it('finds by a container id', () => {
    expect(find('id-checkout')).toContain('container app');
  });

  it('finds by any part of a name, whatever the case', () => {
    expect(find('CHECK')).toContain('pod shop/checkout');
  });

  it('all words have to fit', () => {
    expect(find('shop nothing')).toEqual([]);
  });
});
