import { describe, expect, it } from 'vitest';
import type { CallRow } from './call.ts';
import { matchesCall, parseCallQuery } from './call-query.ts';

const CALL: CallRow = {
  id: 'c1',
  call: 'PullImage',
  namespace: 'shop',
  pod: 'web-6f9d',
  uid: '3f0c2b1e',
  container: 'app',
  attempt: 2,
  imageRef: 'registry.example/shop/web:1',
  sandboxId: 'aa11bb22',
  containerId: null,
  beganAt: null,
  endedAt: null,
  durationMs: 131,
  usualMs: null,
  outcome: 'failed',
  witnesses: [],
  doubt: null,
  error: 'manifest unknown',
  cause: 'image-not-found',
  where: '/var/log/containerd.log:12',
  text: 'PullImage failed',
  source: 'live',
};

describe('filter of calls', () => {
  it.each([
    ['', true],
    ['call:PullImage outcome:failed ns:shop pod:web image:registry.example', true],
    ['call:pull', true],
    ['stage:pull', true],
    ['call:create', false],
    ['call:create,pull', true],
    ['-outcome:ok', true],
    ['-outcome:failed', false],
    ['pod:shop/web-6f9d', true],
    ['pod:shop/web', false],
    ['id:aa11', true],
    ['aa11', true],
    ['manifest', true],
    ['cause:image-not-found container:ap', true],
    ['ns:sho', false],
    ['outcome:', true],
  ])('%s → %s', (text, expected) => {
    expect(matchesCall(CALL, parseCallQuery(text))).toBe(expected);
  });

  it('a call of nobody fits no name', () => {
    const call = { ...CALL, namespace: null, pod: null, container: null, imageRef: null };
    expect(matchesCall(call, parseCallQuery('ns:shop'))).toBe(false);
    expect(matchesCall(call, parseCallQuery('pod:web'))).toBe(false);
  });
});
