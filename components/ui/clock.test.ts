import { expect, it } from 'vitest';
import { createClock, createStoppedClock } from './clock.tsx';

it('goes on from the first view and follows the server forward, never back', () => {
  const clock = createClock(1_000_000);
  expect(clock.now()).toBeGreaterThanOrEqual(1_000_000);
  clock.sync(2_000_000);
  expect(clock.now()).toBeGreaterThanOrEqual(2_000_000);
  clock.sync(1_500_000);
  expect(clock.now()).toBeGreaterThanOrEqual(2_000_000);
});

it('a stopped clock stays where it is', () => {
  const clock = createStoppedClock(1_000_000);
  clock.sync(2_000_000);
  expect(clock.now()).toBe(1_000_000);
});
