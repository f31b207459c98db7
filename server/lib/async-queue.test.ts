import { expect, it } from 'vitest';
import { AsyncQueue } from './async-queue.ts';

it('hands items over in order, also to a reader that waits', async () => {
  const queue = new AsyncQueue<number>(10);
  const first = queue.next();
  queue.push(1);
  queue.push(2);
  expect(await first).toEqual({ item: 1 });
  expect(await queue.next()).toEqual({ item: 2 });
});

it('drops the oldest for a slow reader and counts them', async () => {
  const queue = new AsyncQueue<number>(2);
  for (const item of [1, 2, 3]) queue.push(item);
  expect(queue.dropped).toBe(1);
  expect(await queue.next()).toEqual({ item: 2 });
});

it('ends after what is queued', async () => {
  const queue = new AsyncQueue<number>(2);
  queue.push(1);
  queue.end();
  queue.push(2);
  expect(await queue.next()).toEqual({ item: 1 });
  expect(await queue.next()).toBeNull();
});

it('fails after what is queued', async () => {
  const queue = new AsyncQueue<number>(2);
  queue.push(1);
  queue.fail(new Error('broken'));
  expect(await queue.next()).toEqual({ item: 1 });
  await expect(queue.next()).rejects.toThrow('broken');
});
