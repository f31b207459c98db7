import { expect, it, vi } from 'vitest';
import { Scheduler, type Work } from './scheduler.ts';

function* note(log: string[], name: string, clock: Scheduler, waits: readonly number[]): Work {
  for (const wait of waits) {
    log.push(`${name}@${clock.now()}`);
    yield wait;
  }
}

it('runs the past in the order of its times', () => {
  const clock = new Scheduler(0, 1);
  const log: string[] = [];
  clock.spawn(note(log, 'slow', clock, [300, 300]), 100);
  clock.spawn(note(log, 'quick', clock, [50, 50, 50]), 150);
  clock.goLive(1000);
  expect(log).toEqual(['slow@100', 'quick@150', 'quick@200', 'quick@250', 'slow@400']);
  clock.close();
});

it('does nothing while paused, and afterwards what fell due', async () => {
  const startMs = Date.now();
  const clock = new Scheduler(startMs, 1);
  clock.goLive(startMs);
  clock.pause();
  const log: string[] = [];
  clock.spawn(note(log, 'held', clock, [1]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(log).toEqual([]);
  clock.resume();
  await vi.waitFor(() => expect(log).toHaveLength(1));
  clock.close();
});

it('passes waits faster when told to', async () => {
  const startMs = Date.now();
  const clock = new Scheduler(startMs, 1000);
  clock.goLive(startMs);
  const log: string[] = [];
  clock.spawn(note(log, 'hour', clock, [60_000, 1]));
  await vi.waitFor(() => expect(log).toHaveLength(2));
  clock.close();
});
