import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallRecord } from '../contract/journal.ts';
import { unavailable } from '../contract/section.ts';
import type { Collector } from './collector.ts';
import { createCollector } from './create-collector.ts';
import {
  container,
  ScriptedConnection,
  ScriptedError,
  sandbox,
} from './testing/scripted-connection.ts';
import { ScriptedHost, ScriptedJournal, ScriptedKubelet } from './testing/scripted-sources.ts';

let connection: ScriptedConnection;
let host: ScriptedHost;
let journal: ScriptedJournal;
let kubelet: ScriptedKubelet;
let collector: Collector;
/** Added to the real clock: moves paces on without waiting. */
let aheadMs: number;

const { signal } = new AbortController();
const soon = { timeout: 3_000, interval: 5 };
const refresh = (maxWaitMs = 2_000) => collector.refresh({ maxWaitMs, signal });
const source = (name: string) => collector.sources().find((item) => item.name === name);

beforeEach(() => {
  connection = new ScriptedConnection();
  host = new ScriptedHost();
  journal = new ScriptedJournal();
  kubelet = new ScriptedKubelet();
  aheadMs = 0;
  collector = createCollector({
    connection,
    host,
    journal,
    kubelet,
    nodeName: 'node1',
    nowMs: () => Date.now() + aheadMs,
  });
});

afterEach(() => collector.close());

const openPull: CallRecord = {
  call: 'PullImage',
  beganAtMs: 1,
  endedAtMs: null,
  outcome: 'open',
  error: null,
  pod: null,
  sandboxId: null,
  containerId: null,
  container: null,
  imageRef: 'registry.example/a:1',
  where: 'log:1',
  text: '',
};

describe('refresh', () => {
  it('gathers every part', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1')];
    const snapshot = await refresh();
    expect(snapshot.nodeName).toBe('node1');
    for (const part of [
      'version',
      'runtime',
      'sandboxes',
      'containers',
      'images',
      'ingests',
      'calls',
      'kubeletPods',
    ] as const) {
      expect(snapshot[part], part).toMatchObject({ available: true });
    }
    await vi.waitFor(() => expect(collector.current().sandboxStatuses['s1']?.ip).toBe('10.0.0.1'));
    expect(snapshot.manifests).toEqual(unavailable('There is no /etc/kubernetes/manifests.'));
  });

  it('blinds one part only when one call fails', async () => {
    connection.script.failures.set('ListImages', new ScriptedError('ListImages: too large'));
    const snapshot = await refresh();
    expect(snapshot.images).toEqual(unavailable('ListImages: too large.'));
    expect(snapshot.containers.available).toBe(true);
    expect(source('cri')).toMatchObject({ status: 'degraded', reason: 'ListImages: too large.' });
  });

  it('keeps the last lists, with their age, when the runtime stops to answer', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    const before = await refresh();
    aheadMs += 5_000;
    connection.script.failures.set('ListPodSandbox', new ScriptedError('down'));
    const after = await refresh();
    expect(after.sandboxes).toEqual(before.sandboxes);
  });

  it.each(['hung', 'down'] as const)('asks nothing of a runtime that is %s', async (state) => {
    connection.become(state, 'The runtime has not answered for 14 s; Version hangs.');
    await refresh();
    expect(connection.calls).toEqual([]);
    expect(source('cri')?.reason).toContain('has not answered for 14 s');
    expect(kubelet.asked).toBe(1);
  });

  it('answers in time with the last value when a call hangs, and opens no second call', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    await refresh();
    connection.script.hanging.add('ListPodSandbox');
    for (let times = 0; times < 5; times++) {
      expect((await refresh(50)).sandboxes).toMatchObject({ available: true });
    }
    expect(connection.mostOpen.get('ListPodSandbox')).toBe(1);
    expect(connection.count('ListPodSandbox')).toBe(2);
    connection.script.hanging.clear();
  });

  it('answers at once when the caller gives up', async () => {
    connection.script.hanging.add('ListContainers');
    const controller = new AbortController();
    const answer = collector.refresh({ maxWaitMs: 60_000, signal: controller.signal });
    controller.abort();
    expect((await answer).nodeName).toBe('node1');
    connection.script.hanging.clear();
  });

  it('is shared by callers that come together', async () => {
    await Promise.all(Array.from({ length: 20 }, () => refresh()));
    expect(connection.mostOpen.get('ListContainers')).toBe(1);
    expect(connection.count('ListContainers')).toBeLessThanOrEqual(2);
    expect(connection.count('Status')).toBe(1);
  });

  it('lists images every ten seconds at most', async () => {
    await refresh();
    await refresh();
    expect(connection.count('ListImages')).toBe(1);
    aheadMs += 10_001;
    await refresh();
    expect(connection.count('ListImages')).toBe(2);
  });

  it('takes the copy of a whole pod out of annotations', async () => {
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': '{"env":"secret"}',
      a: 'b',
    };
    connection.script.sandboxes = [sandbox('s1', { annotations })];
    connection.script.containers = [container('c1', { annotations })];
    const snapshot = await refresh();
    expect(JSON.stringify(snapshot)).not.toContain('secret');
    expect(snapshot.sandboxes).toMatchObject({ value: [{ annotations: { a: 'b' } }] });
  });
});

describe('questions about single objects', () => {
  it('asks for the newest ended attempts and for what neither runs nor ended', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [
      container('running'),
      container('ended-2', { state: 'exited', attempt: 2 }),
      container('ended-1', { state: 'exited', attempt: 1 }),
      container('created', { state: 'created', name: 'other' }),
    ];
    host.logs.set('app/2', ['last words']);
    const snapshot = await refresh();
    expect(Object.keys(snapshot.containerStatuses).sort()).toEqual(['created', 'ended-2']);
    expect(snapshot.logTails).toEqual({ 'ended-2': ['last words'] });
  });

  it('asks once each, and again when the state changes', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1', { state: 'created' })];
    await refresh();
    await refresh();
    expect(connection.count('ContainerStatus')).toBe(1);
    connection.script.containers = [container('c1', { state: 'exited' })];
    await refresh();
    await refresh();
    expect(connection.count('ContainerStatus')).toBe(2);
    await vi.waitFor(() => expect(connection.count('PodSandboxStatus')).toBe(1));
    expect(host.tailsRead).toBe(1);
  });

  it('asks again about a container that has just ended: reason and last lines may still come', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1', { state: 'exited' })];
    connection.script.statuses['c1'] = { finishedAtMs: Date.now(), reason: 'Error' };
    await refresh();
    connection.script.statuses['c1'] = { finishedAtMs: Date.now(), reason: 'OOMKilled' };
    expect((await refresh()).containerStatuses['c1']?.reason).toBe('OOMKilled');
    aheadMs += 3_500;
    await refresh();
    const asked = connection.count('ContainerStatus');
    await refresh();
    expect(connection.count('ContainerStatus')).toBe(asked);
  });

  it('takes a container that vanished between list and question for no error', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1', { state: 'exited' })];
    connection.script.failures.set('ContainerStatus', new ScriptedError('gone', 'not-found'));
    const snapshot = await refresh();
    expect(snapshot.containerStatuses).toEqual({});
    expect(source('cri')?.status).toBe('ok');
  });

  it('forgets what is gone', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1', { state: 'exited' })];
    await refresh();
    connection.script.sandboxes = [];
    connection.script.containers = [];
    const snapshot = await refresh();
    expect([snapshot.containerStatuses, snapshot.sandboxStatuses, snapshot.logTails]).toEqual([
      {},
      {},
      {},
    ]);
  });

  it('asks about four at a time', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = Array.from({ length: 50 }, (_, index) =>
      container(`c${index}`, { name: `app-${index}`, state: 'exited' }),
    );
    await refresh();
    expect(connection.count('ContainerStatus')).toBe(50);
    expect(connection.mostOpen.get('ContainerStatus')).toBe(4);
  });

  it('shows the lists although one container does not answer, and its answer later', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1', { state: 'exited' })];
    connection.script.hanging.add('ContainerStatus');
    const snapshot = await refresh(5_000);
    expect(snapshot.containers).toMatchObject({ value: [{ id: 'c1' }] });
    expect(snapshot.containerStatuses).toEqual({});
    connection.script.hanging.clear();
    await vi.waitFor(() => expect(collector.current().containerStatuses['c1']).toBeDefined(), soon);
  });
});

describe('bytes of pulls', () => {
  it('are not asked for while nothing pulls', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1')];
    expect((await refresh()).ingests).toMatchObject({ available: true, value: [] });
    expect(connection.count('ListIngests')).toBe(0);
  });

  it.each([
    ['a pull that has not ended', () => journal.records.push(openPull)],
    ['a ready sandbox without a container', () => connection.script.sandboxes.push(sandbox('s2'))],
  ])('are asked for with %s', async (_name, prepare) => {
    prepare();
    connection.script.ingests = [
      { ref: 'layer', startedAtMs: 1, updatedAtMs: 2, offsetBytes: 3, totalBytes: 4 },
    ];
    expect((await refresh()).ingests).toMatchObject({
      available: true,
      value: [{ offsetBytes: 3 }],
    });
  });

  it('are unavailable on another runtime, and it says why', async () => {
    connection.script.runtimeName = 'cri-o';
    connection.script.failures.set('Plugins', new ScriptedError('no', 'unimplemented'));
    expect((await refresh()).ingests.available).toBe(false);
    expect(source('containerd')).toMatchObject({ status: 'unavailable', enable: null });
  });
});

describe('sources', () => {
  it('names all seven, each with one sentence', async () => {
    await refresh();
    const sources = collector.sources();
    expect(sources.map((item) => item.name)).toEqual([
      'cri',
      'containerd',
      'runtime-log',
      'kubelet',
      'kubelet-log',
      'pod-logs',
      'manifests',
    ]);
    for (const { reason } of sources) expect(reason).toMatch(/^[A-Z\d].*\.$/u);
  });

  it('tells plugins of weight that did not start', async () => {
    connection.script.failedPlugins = ['io.containerd.nri.v1.nri: bind: address already in use'];
    await refresh();
    expect(source('containerd')).toMatchObject({
      status: 'degraded',
      reason: expect.stringContaining('address already in use'),
    });
  });

  it('keeps the last word of kubelet for a minute', async () => {
    await refresh();
    kubelet.section = unavailable('Refused.');
    expect((await refresh()).kubeletPods.available).toBe(true);
    aheadMs += 61_000;
    expect((await refresh()).kubeletPods).toEqual(unavailable('Refused.'));
  });
});

describe('watching', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const watch = async () => {
    collector.setWatched(true);
    await pass(50);
    expect(connection.count('ListContainers')).toBe(1);
  };

  it('asks nothing of anybody while nobody watches', async () => {
    connection.script.hasEvents = true;
    journal.change();
    connection.become('ok');
    expect(connection.emit('/tasks/start')).toBe(0);
    await pass(3_600_000);
    expect([connection.calls, kubelet.asked, host.directoriesRead]).toEqual([[], 0, 0]);
  });

  it('reads all parts when somebody begins to, and nothing more once nobody does', async () => {
    await watch();
    expect(connection.count('ListImages')).toBe(1);
    collector.setWatched(false);
    const made = connection.calls.length;
    connection.emit('/tasks/start');
    await pass(3_600_000);
    expect(connection.calls.length).toBe(made);
  });

  it('folds a burst of events into one list', async () => {
    connection.script.hasEvents = true;
    await watch();
    for (let times = 0; times < 200; times++) connection.emit('/tasks/exit');
    await pass(1_000);
    expect(connection.count('ListContainers')).toBe(2);
  });

  it('lists again for an event that came while a list ran', async () => {
    connection.script.hasEvents = true;
    await watch();
    connection.script.hanging.add('ListContainers');
    connection.emit('/tasks/start');
    await pass(150);
    expect(connection.count('ListContainers')).toBe(2);
    connection.emit('/tasks/exit');
    await pass(150);
    expect(connection.count('ListContainers')).toBe(2);
    connection.script.containers = [container('late')];
    connection.script.hanging.clear();
    await pass(50);
    expect(connection.count('ListContainers')).toBe(3);
    expect(collector.current().containers).toMatchObject({ value: [{ id: 'late' }] });
  });

  it('makes no list for blobs and images', async () => {
    connection.script.hasEvents = true;
    await watch();
    connection.emit('/content/create');
    connection.emit('/images/update');
    await pass(1_000);
    expect(connection.count('ListContainers')).toBe(1);
  });

  it.each([
    [true, 2_500, 1],
    [true, 10_500, 2],
    [false, 2_500, 2],
  ])('lists at a slow pace with events (%s) after %i ms', async (hasEvents, ms, lists) => {
    connection.script.hasEvents = hasEvents;
    await watch();
    await pass(ms);
    expect(connection.count('ListContainers')).toBe(lists);
  });

  it('asks anew at once when the runtime has come back', async () => {
    connection.script.hasEvents = true;
    connection.become('down', 'The runtime is down.');
    collector.setWatched(true);
    await pass(60_000);
    expect(connection.calls).toEqual([]);
    connection.script.containers = [container('c1')];
    connection.become('ok');
    await pass(20);
    expect(collector.current().containers).toMatchObject({ value: [{ id: 'c1' }] });
    expect(connection.count('Version')).toBe(1);
  });

  it('tells its listeners of new lines without asking the runtime', async () => {
    connection.script.hasEvents = true;
    await watch();
    await pass(400);
    const made = connection.calls.length;
    const heard = vi.fn();
    const stop = collector.onChange(heard);
    journal.records.push(openPull);
    for (let times = 0; times < 50; times++) journal.change();
    await pass(150);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(heard.mock.lastCall?.[0].calls.value).toHaveLength(1);
    expect(connection.calls.length).toBe(made);
    stop();
  });

  it('does nothing about new lines while nobody watches, and still knows them', async () => {
    const heard = vi.fn();
    collector.onChange(heard);
    journal.records.push(openPull);
    journal.change();
    await pass(10_000);
    expect(heard).not.toHaveBeenCalled();
    expect(collector.current().calls).toMatchObject({ value: [openPull] });
  });

  it('tells nothing when all is as before, but knows that it looked', async () => {
    connection.script.sandboxes = [sandbox('s1')];
    connection.script.containers = [container('c1'), container('c2', { state: 'exited' })];
    await watch();
    await pass(1_000);
    const before = collector.current();
    const heard = vi.fn();
    collector.onChange(heard);
    await pass(30_000);
    expect(heard).not.toHaveBeenCalled();
    const after = collector.current();
    expect(after.takenAtMs).toBeGreaterThan(before.takenAtMs);
    expect(after.containers.available && before.containers.available).toBe(true);
    if (after.containers.available && before.containers.available) {
      expect(after.containers.value).toBe(before.containers.value);
      expect(after.containers.asOfMs).toBeGreaterThan(before.containers.asOfMs);
    }
  });

  it('goes on when one source is slow', async () => {
    connection.script.hanging.add('ListImages');
    await watch();
    expect(collector.current().containers.available).toBe(true);
    connection.script.hanging.clear();
  });
});

describe('close', () => {
  it('ends calls in flight, stops listening, and closes journal and kubelet', async () => {
    connection.script.hasEvents = true;
    connection.script.hanging.add('ListContainers');
    collector.setWatched(true);
    await vi.waitFor(() => expect(connection.emit('/tasks/start')).toBe(1), soon);
    await collector.close();
    await vi.waitFor(() => expect(connection.open.get('ListContainers')).toBe(0), soon);
    expect(connection.emit('/tasks/start')).toBe(0);
    expect([journal.isClosed, kubelet.isClosed]).toEqual([true, true]);
    const made = connection.calls.length;
    collector.setWatched(true);
    await Promise.resolve();
    expect(connection.calls.length).toBe(made);
  });
});
