import { describe, expect, it } from 'vitest';
import type { PodRow } from './pod.ts';
import { matchesPod, parsePodQuery } from './pod-query.ts';

const POD: PodRow = {
  namespace: 'shop',
  name: 'checkout-7d9f8b6c5-x2lqp',
  uid: '3f0c2b1e',
  kind: 'static',
  createdAt: null,
  verdict: {
    outcome: 'stuck',
    stage: 'pull',
    state: 'failed',
    cause: 'image-unauthorized',
    container: 'app',
    since: null,
    attempt: 9,
    nextRetryAt: null,
    message: null,
    summary: 'PullImage failed: 401 from registry.example',
    needs: [],
    evidence: [],
  },
  dots: [],
  readyCount: 0,
  containers: [
    {
      name: 'app',
      type: 'app',
      id: 'aa11bb22',
      attempt: null,
      image: 'registry.example/shop/checkout:2.14',
      stage: 'pull',
      state: 'failed',
      ready: false,
      restartCount: 0,
      reason: null,
    },
  ],
};

describe('pods filter', () => {
  it.each([
    ['', true],
    ['check 401', true],
    ['check nothing', false],
    ['stage:pull state:failed', true],
    ['stage:PullImage', true],
    ['stage:create,pull', true],
    ['stage:create', false],
    ['ns:shop', true],
    ['namespace:shop', true],
    ['ns:sho', false],
    ['cause:image-unauthorized', true],
    ['image:checkout:2', true],
    ['container:app', true],
    ['kind:static', true],
    ['outcome:stuck,starting', true],
    ['-outcome:ready', true],
    ['-check', false],
    ['3f0c', true],
    ['aa11', true],
    ['stage:', true],
    ['what:ever', false],
  ])('"%s" → %s', (text, expected) => {
    expect(matchesPod(POD, parsePodQuery(text))).toBe(expected);
  });

  it('is bounded: a very long filter costs no more than a long one', () => {
    expect(parsePodQuery('a '.repeat(10_000)).length).toBeLessThanOrEqual(16);
  });
});
