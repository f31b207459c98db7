import { expect, it } from 'vitest';
import { Breaker } from './breaker.ts';

it('opens with a timeout, lets one call through after a minute, and closes with an answer', () => {
  let nowMs = 0;
  const breaker = new Breaker(() => nowMs);
  expect(breaker.state).toBe('closed');
  breaker.timedOut();
  expect([breaker.state, breaker.waitMs]).toEqual(['open', 60_000]);
  nowMs = 59_999;
  expect([breaker.state, breaker.waitMs]).toEqual(['open', 1]);
  nowMs = 60_000;
  expect([breaker.state, breaker.waitMs]).toEqual(['half-open', 0]);
  breaker.timedOut();
  expect(breaker.state).toBe('open');
  nowMs = 120_000;
  breaker.answered();
  expect(breaker.state).toBe('closed');
});
