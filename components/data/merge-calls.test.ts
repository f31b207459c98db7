import { expect, it } from 'vitest';
import { callRow } from '../testing/fixtures.ts';
import { mergeCalls } from './merge-calls.ts';

const at = (second: number) => `2026-01-31T03:12:0${second}.000Z`;
const ids = (calls: ReturnType<typeof mergeCalls>) => calls.map(({ id }) => id);

it('the newest answer wins, older rows follow by time, and what was in flight is not kept', () => {
  const newest = [
    callRow('running', { outcome: 'in-flight', beganAt: at(1) }),
    callRow('c', { endedAt: at(6) }),
    callRow('b', { endedAt: at(5), outcome: 'failed' }),
  ];
  const kept = [
    callRow('b', { endedAt: at(5), outcome: 'unknown' }),
    callRow('was-running', { outcome: 'in-flight', beganAt: at(2) }),
    callRow('a', { endedAt: null, beganAt: at(3) }),
  ];
  const merged = mergeCalls(newest, kept);
  expect(ids(merged)).toEqual(['running', 'c', 'b', 'a']);
  expect(merged[2]?.outcome).toBe('failed');
});

it('without older pages the answer is taken as it is', () => {
  const newest = [callRow('b', { beganAt: at(1) }), callRow('a', { beganAt: at(9) })];
  expect(ids(mergeCalls(newest, []))).toEqual(['b', 'a']);
});
