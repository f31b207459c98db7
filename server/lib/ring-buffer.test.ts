import { expect, it } from 'vitest';
import { RingBuffer } from './ring-buffer.ts';

it('keeps everything below its capacity', () => {
  const buffer = new RingBuffer<number>(3);
  buffer.push(1);
  buffer.push(2);
  expect(buffer.toArray()).toEqual([1, 2]);
  expect(buffer.dropped).toBe(0);
});

it('keeps the newest in order and counts the dropped', () => {
  const buffer = new RingBuffer<number>(3);
  for (let item = 1; item <= 8; item++) buffer.push(item);
  expect(buffer.toArray()).toEqual([6, 7, 8]);
  expect(buffer.size).toBe(3);
  expect(buffer.dropped).toBe(5);
});

it('starts anew after clear', () => {
  const buffer = new RingBuffer<number>(2);
  for (let item = 1; item <= 3; item++) buffer.push(item);
  buffer.clear();
  buffer.push(9);
  expect(buffer.toArray()).toEqual([9]);
  expect(buffer.dropped).toBe(0);
});

it('refuses a capacity that keeps nothing', () => {
  expect(() => new RingBuffer(0)).toThrow(RangeError);
});
