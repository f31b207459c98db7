import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectorForEach, openPull } from './testing/collector-for-each.ts';
import { container, sandbox } from './testing/scripted-connection.ts';

const at = collectorForEach();
const soon = { timeout: 3_000, interval: 5 };

describe('watching', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const watch = async () => {
    at().collector.setWatched(true);
    await pass(50);
    expect(at().connection.count('ListContainers')).toBe(1);
  };

  it('asks nothing of anybody while nobody watches', async () => {
    at().connection.script.hasEvents = true;
    at().journal.change();
    at().connection.become('ok');
    expect(at().connection.emit('/tasks/start')).toBe(0);
    await pass(3_600_000);
    expect([at().connection.calls, at().kubelet.asked, at().host.directoriesRead]).toEqual([
      [],
      0,
      0,
    ]);
  });

  it('reads all parts when somebody begins to, and nothing more once nobody does', async () => {
    await watch();
    expect(at().connection.count('ListImages')).toBe(1);
    at().collector.setWatched(false);
    const made = at().connection.calls.length;
    at().connection.emit('/tasks/start');
    await pass(3_600_000);
    expect(at().connection.calls.length).toBe(made);
  });

  it('folds a burst of events into one list', async () => {
    at().connection.script.hasEvents = true;
    await watch();
    for (let times = 0; times < 200; times++) at().connection.emit('/tasks/exit');
    await pass(1_000);
    expect(at().connection.count('ListContainers')).toBe(2);
  });

  it('lists again for an event that came while a list ran', async () => {
    at().connection.script.hasEvents = true;
    await watch();
    at().connection.script.hanging.add('ListContainers');
    at().connection.emit('/tasks/start');
    await pass(150);
    expect(at().connection.count('ListContainers')).toBe(2);
    at().connection.emit('/tasks/exit');
    await pass(150);
    expect(at().connection.count('ListContainers')).toBe(2);
    at().connection.script.containers = [container('late')];
    at().connection.script.hanging.clear();
    await pass(50);
    expect(at().connection.count('ListContainers')).toBe(3);
    expect(at().collector.current().containers).toMatchObject({ value: [{ id: 'late' }] });
  });

  it('makes no list for blobs and images', async () => {
    at().connection.script.hasEvents = true;
    await watch();
    at().connection.emit('/content/create');
    at().connection.emit('/images/update');
    await pass(1_000);
    expect(at().connection.count('ListContainers')).toBe(1);
  });

  it.each([
    [true, 2_500, 1],
    [true, 10_500, 2],
    [false, 2_500, 2],
  ])('lists at a slow pace with events (%s) after %i ms', async (hasEvents, ms, lists) => {
    at().connection.script.hasEvents = hasEvents;
    await watch();
    await pass(ms);
    expect(at().connection.count('ListContainers')).toBe(lists);
  });

  it('asks anew at once when the runtime has come back', async () => {
    at().connection.script.hasEvents = true;
    at().connection.become('down', 'The runtime is down.');
    at().collector.setWatched(true);
    await pass(60_000);
    expect(at().connection.calls).toEqual([]);
    at().connection.script.containers = [container('c1')];
    at().connection.become('ok');
    await pass(20);
    expect(at().collector.current().containers).toMatchObject({ value: [{ id: 'c1' }] });
    expect(at().connection.count('Version')).toBe(1);
  });

  it('tells its listeners of new lines without asking the runtime', async () => {
    at().connection.script.hasEvents = true;
    await watch();
    await pass(400);
    const made = at().connection.calls.length;
    const heard = vi.fn();
    const stop = at().collector.onChange(heard);
    at().journal.records.push(openPull);
    for (let times = 0; times < 50; times++) at().journal.change();
    await pass(150);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard.mock.lastCall?.[0].calls.value).toHaveLength(1);
    expect(at().connection.calls.length).toBe(made);
    stop();
  });

  it('does nothing about new lines while nobody watches, and still knows them', async () => {
    const heard = vi.fn();
    at().collector.onChange(heard);
    at().journal.records.push(openPull);
    at().journal.change();
    await pass(10_000);
    expect(heard).not.toHaveBeenCalled();
    expect(at().collector.current().calls).toMatchObject({ value: [openPull] });
  });

  it('tells nothing when all is as before, but knows that it looked', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1'), container('c2', { state: 'exited' })];
    await watch();
    await pass(1_000);
    const before = at().collector.current();
    const heard = vi.fn();
    at().collector.onChange(heard);
    await pass(30_000);
    expect(heard).not.toHaveBeenCalled();
    const after = at().collector.current();
    expect(after.takenAtMs).toBeGreaterThan(before.takenAtMs);
    expect(after.containers.available && before.containers.available).toBe(true);
    if (after.containers.available && before.containers.available) {
      expect(after.containers.value).toBe(before.containers.value);
      expect(after.containers.asOfMs).toBeGreaterThan(before.containers.asOfMs);
    }
  });

  it('goes on when one source is slow', async () => {
    at().connection.script.hanging.add('ListImages');
    await watch();
    expect(at().collector.current().containers.available).toBe(true);
    at().connection.script.hanging.clear();
  });
});

describe('close', () => {
  it('ends calls in flight, stops listening, and closes journal and kubelet', async () => {
    at().connection.script.hasEvents = true;
    at().connection.script.hanging.add('ListContainers');
    at().collector.setWatched(true);
    await vi.waitFor(() => expect(at().connection.emit('/tasks/start')).toBe(1), soon);
    await at().collector.close();
    await vi.waitFor(() => expect(at().connection.open.get('ListContainers')).toBe(0), soon);
    expect(at().connection.emit('/tasks/start')).toBe(0);
    expect([at().journal.isClosed, at().kubelet.isClosed]).toEqual([true, true]);
    const made = at().connection.calls.length;
    at().collector.setWatched(true);
    await Promise.resolve();
    expect(at().connection.calls.length).toBe(made);
  });
});
