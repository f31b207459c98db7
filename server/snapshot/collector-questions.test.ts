import { describe, expect, it, vi } from 'vitest';
import { collectorForEach, openPull } from './testing/collector-for-each.ts';
import { container, ScriptedError, sandbox } from './testing/scripted-connection.ts';

const at = collectorForEach();
const soon = { timeout: 3_000, interval: 5 };

describe('questions about single objects', () => {
  it('asks for the newest ended attempts and for what neither runs nor ended', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [
      container('running'),
      container('ended-2', { state: 'exited', attempt: 2 }),
      container('ended-1', { state: 'exited', attempt: 1 }),
      container('created', { state: 'created', name: 'other' }),
    ];
    at().host.logs.set('app/2', ['last words']);
    const snapshot = await at().refresh();
    expect(Object.keys(snapshot.containerStatuses).sort()).toEqual(['created', 'ended-2']);
    expect(snapshot.logTails).toEqual({ 'ended-2': ['last words'] });
  });

  it('asks once each, and again when the state changes', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1', { state: 'created' })];
    await at().refresh();
    await at().refresh();
    expect(at().connection.count('ContainerStatus')).toBe(1);
    at().connection.script.containers = [container('c1', { state: 'exited' })];
    await at().refresh();
    await at().refresh();
    expect(at().connection.count('ContainerStatus')).toBe(2);
    await vi.waitFor(() => expect(at().connection.count('PodSandboxStatus')).toBe(1));
    expect(at().host.tailsRead).toBe(1);
  });

  it('asks again about a container that has just ended: reason and last lines may still come', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1', { state: 'exited' })];
    at().connection.script.statuses['c1'] = { finishedAtMs: Date.now(), reason: 'Error' };
    await at().refresh();
    at().connection.script.statuses['c1'] = { finishedAtMs: Date.now(), reason: 'OOMKilled' };
    expect((await at().refresh()).containerStatuses['c1']?.reason).toBe('OOMKilled');
    at().aheadMs += 3_500;
    await at().refresh();
    const asked = at().connection.count('ContainerStatus');
    await at().refresh();
    expect(at().connection.count('ContainerStatus')).toBe(asked);
  });

  it('takes a container that vanished between list and question for no error', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1', { state: 'exited' })];
    at().connection.script.failures.set('ContainerStatus', new ScriptedError('gone', 'not-found'));
    const snapshot = await at().refresh();
    expect(snapshot.containerStatuses).toEqual({});
    expect(at().source('cri')?.status).toBe('ok');
  });

  it('forgets what is gone', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1', { state: 'exited' })];
    await at().refresh();
    at().connection.script.sandboxes = [];
    at().connection.script.containers = [];
    const snapshot = await at().refresh();
    expect([snapshot.containerStatuses, snapshot.sandboxStatuses, snapshot.logTails]).toEqual([
      {},
      {},
      {},
    ]);
  });

  it('asks about four at a time', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = Array.from({ length: 50 }, (_, index) =>
      container(`c${index}`, { name: `app-${index}`, state: 'exited' }),
    );
    await at().refresh();
    expect(at().connection.count('ContainerStatus')).toBe(50);
    expect(at().connection.mostOpen.get('ContainerStatus')).toBe(4);
  });

  it('shows the lists although one container does not answer, and its answer later', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1', { state: 'exited' })];
    at().connection.script.hanging.add('ContainerStatus');
    const snapshot = await at().refresh(5_000);
    expect(snapshot.containers).toMatchObject({ value: [{ id: 'c1' }] });
    expect(snapshot.containerStatuses).toEqual({});
    at().connection.script.hanging.clear();
    await vi.waitFor(
      () => expect(at().collector.current().containerStatuses['c1']).toBeDefined(),
      soon,
    );
  });
});

describe('bytes of pulls', () => {
  it('are not asked for while nothing pulls', async () => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1')];
    expect((await at().refresh()).ingests).toMatchObject({ available: true, value: [] });
    expect(at().connection.count('ListIngests')).toBe(0);
  });

  it.each([
    ['a pull that has not ended', () => at().journal.records.push(openPull)],
    [
      'a ready sandbox without a container',
      () => at().connection.script.sandboxes.push(sandbox('s2')),
    ],
  ])('are asked for with %s', async (_name, prepare) => {
    prepare();
    at().connection.script.ingests = [
      { ref: 'layer', startedAtMs: 1, updatedAtMs: 2, offsetBytes: 3, totalBytes: 4 },
    ];
    expect((await at().refresh()).ingests).toMatchObject({
      available: true,
      value: [{ offsetBytes: 3 }],
    });
  });

  it('are unavailable on another runtime, and it says why', async () => {
    at().connection.script.runtimeName = 'cri-o';
    at().connection.script.failures.set('Plugins', new ScriptedError('no', 'unimplemented'));
    expect((await at().refresh()).ingests.available).toBe(false);
    expect(at().source('containerd')).toMatchObject({ status: 'unavailable', enable: null });
  });
});
