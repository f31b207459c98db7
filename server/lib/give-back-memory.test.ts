import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryReturn } from './give-back-memory.ts';

const collect = vi.fn();
const before = globalThis.gc;

beforeEach(() => {
  vi.useFakeTimers();
  collect.mockClear();
  globalThis.gc = collect as unknown as NodeJS.GCFunction;
});

afterEach(() => {
  vi.useRealTimers();
  globalThis.gc = before;
});

test('memory is given back once, some time after the work has ended', () => {
  const memory = createMemoryReturn(1_000);
  memory.rested();
  vi.advanceTimersByTime(999);
  expect(collect).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(collect).toHaveBeenCalledTimes(1);
  expect(collect).toHaveBeenCalledWith();
});

test('work that begins again keeps it', () => {
  const memory = createMemoryReturn(1_000);
  memory.rested();
  memory.cancel();
  vi.advanceTimersByTime(60_000);
  expect(collect).not.toHaveBeenCalled();
});

test('without --expose-gc nothing happens', () => {
  globalThis.gc = undefined;
  const memory = createMemoryReturn(1_000);
  memory.rested();
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
});
