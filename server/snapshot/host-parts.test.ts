import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { available, unavailable } from '../contract/section.ts';
import { collectorForEach, openPull } from './testing/collector-for-each.ts';
import { container, sandbox } from './testing/scripted-connection.ts';

const at = collectorForEach();
const openStop = {
  ...openPull,
  call: 'StopPodSandbox',
  sandboxId: 's1',
  imageRef: null,
} as const;
const directory = {
  uid: 'uid-alone',
  path: '/var/lib/kubelet/pods/uid-alone',
  createdAtMs: 1,
  volumes: [],
  containers: [],
  hasEtcHosts: false,
};

describe('facts of the node', () => {
  it('are gathered each on its own, with the reason of what is missing', async () => {
    const { host } = await at().refresh();
    expect(host.podDirectories).toMatchObject({ available: true });
    expect(host.disks).toMatchObject({ available: true });
    expect(host.configFiles).toEqual(unavailable('There is no such file.'));
  });

  it('come with the kernel log', async () => {
    expect((await at().refresh()).kernelLog).toEqual(unavailable('No kernel log.'));
  });
});

describe('mounts and processes', () => {
  const counts = () => [at().host.facts.count('mounts'), at().host.facts.count('processes')];

  beforeEach(() => {
    at().connection.script.sandboxes = [sandbox('s1')];
    at().connection.script.containers = [container('c1')];
  });

  it('are not read while every pod is well, and it says so', async () => {
    await at().refresh();
    await at().refresh();
    expect(counts()).toEqual([0, 0]);
    expect((await at().refresh()).host.processes).toMatchObject({
      available: false,
      reason: expect.stringContaining('no pod is on its way down'),
    });
  });

  it.each([
    [
      'a running container in a sandbox that is not ready',
      () => {
        at().connection.script.sandboxes = [sandbox('s1', { state: 'not-ready' })];
      },
    ],
    ['a call that takes long', () => at().journal.records.push(openStop)],
    [
      'a folder of a pod that has no sandbox',
      () => {
        at().host.facts.known.podDirectories = available([directory], 1);
      },
    ],
    [
      'a container whose state the runtime does not know',
      () => at().connection.script.containers.push(container('c2', { state: 'unknown' })),
    ],
    ['a runtime that hangs', () => at().connection.become('hung', 'It hangs.')],
  ])('are read with %s', async (_name, prepare) => {
    prepare();
    await at().refresh();
    // What the first look has found out tells that they are needed.
    const { host } = await at().refresh();
    expect(counts()).toEqual([1, 1]);
    expect(host.processes).toMatchObject({ available: true });
  });

  it.each([
    ['a pull', { ...openPull, beganAtMs: 1 }],
    ['a call that has just begun', { ...openStop, beganAtMs: Date.now() }],
    ['a call that has ended', { ...openStop, outcome: 'ok' as const }],
  ])('are not read for %s', async (_name, record) => {
    at().journal.records.push(record);
    await at().refresh();
    await at().refresh();
    expect(counts()).toEqual([0, 0]);
  });

  it('of a time when they were needed are not shown later', async () => {
    at().journal.records.push(openStop);
    await at().refresh();
    expect((await at().refresh()).host.mounts.available).toBe(true);
    at().journal.records = [];
    expect((await at().refresh()).host.mounts.available).toBe(false);
  });
});

describe('pace', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('reads nothing while nobody watches', async () => {
    await vi.advanceTimersByTimeAsync(600_000);
    expect(at().host.facts.asked).toEqual([]);
  });

  it('reads each at its pace, also what fails', async () => {
    at().connection.script.hasEvents = true;
    at().collector.setWatched(true);
    await vi.advanceTimersByTimeAsync(60_400);
    const { facts } = at().host;
    expect({
      disks: facts.count('disks'),
      boot: facts.count('boot'),
      configFiles: facts.count('configFiles'),
      pullIntents: facts.count('pullIntents'),
      mounts: facts.count('mounts'),
    }).toEqual({ disks: 3, boot: 4, configFiles: 7, pullIntents: 13, mounts: 0 });
    at().collector.setWatched(false);
  });

  it('asks again for folders of pods soon after the lists brought news', async () => {
    at().connection.script.hasEvents = true;
    at().collector.setWatched(true);
    await vi.advanceTimersByTimeAsync(4_900);
    const before = at().host.facts.count('podDirectories');
    at().connection.script.sandboxes = [sandbox('s9')];
    at().connection.script.containers = [container('c9', { sandboxId: 's9' })];
    at().connection.emit('/tasks/start');
    await vi.advanceTimersByTimeAsync(3_600);
    expect(at().host.facts.count('podDirectories')).toBe(before + 1);
    at().collector.setWatched(false);
  });
});

describe('the source', () => {
  it('is ok with what every node has', async () => {
    await at().refresh();
    expect(at().source('host')).toEqual({
      name: 'host',
      status: 'ok',
      reason: '0 pod directories; processes, disks and configuration.',
      enable: null,
    });
  });

  it('names what is missing, and how to change that', async () => {
    at().host.facts.known.disks = unavailable('The disks do not answer.');
    await at().refresh();
    expect(at().source('host')).toMatchObject({
      status: 'degraded',
      reason: 'The disks do not answer.',
      enable: expect.stringContaining('--host-root'),
    });
  });

  it('is unavailable without any of it', async () => {
    for (const fact of ['podDirectories', 'disks', 'boot'] as const) {
      at().host.facts.known[fact] = unavailable('No permission to read /proc.');
    }
    await at().refresh();
    expect(at().source('host')).toMatchObject({
      status: 'unavailable',
      reason: 'No permission to read /proc.',
    });
  });
});
