import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createHost, type Host } from './host.ts';
import { nodeForEach } from './testing/temp-node.ts';

const node = nodeForEach();
let host: Host;
let nowMs: number;

const openHost = () =>
  createHost({
    hostRoot: node().hostRoot,
    podLogs: '/var/log/pods',
    manifests: null,
    nowMs: () => nowMs,
  });

beforeEach(() => {
  nowMs = 1_000_000;
  host = openHost();
});

const POD = '/var/log/pods/shop_web-1_0f2c';
const log = { namespace: 'shop', podName: 'web-1', podUid: '0f2c', container: 'app', attempt: 0 };

describe('podLogDirectories', () => {
  it('names pods, containers and attempts; rotated files do not count twice', async () => {
    await node().put(`${POD}/app/3.log`);
    await node().put(`${POD}/app/2.log`);
    await node().put(`${POD}/app/2.log.20261129-205236.gz`);
    await node().put(`${POD}/app/notes.txt`);
    await mkdir(join(node().hostRoot, POD, 'never-created'));
    await mkdir(join(node().hostRoot, '/var/log/pods/not-a-pod'));
    await node().put('/var/log/pods/file_of_someone');
    const section = await host.podLogDirectories();
    expect(section).toMatchObject({
      available: true,
      asOfMs: nowMs,
      value: [{ namespace: 'shop', name: 'web-1', uid: '0f2c', path: POD }],
    });
    const [pod] = section.available ? section.value : [];
    expect(pod?.createdAtMs).toBeGreaterThan(0);
    expect(new Map(pod?.containers.map((item) => [item.name, item.attempts]))).toEqual(
      new Map([
        ['app', [2, 3]],
        ['never-created', []],
      ]),
    );
  });

  it('follows no link out of the root', async () => {
    await mkdir(join(node().hostRoot, '/var/log/pods'), { recursive: true });
    await symlink('/etc', join(node().hostRoot, '/var/log/pods/shop_link_0f2c'));
    expect(await host.podLogDirectories()).toMatchObject({ available: true, value: [] });
  });

  it('is unavailable without a root', async () => {
    expect(await host.podLogDirectories()).toEqual({
      available: false,
      reason: 'There is no /var/log/pods.',
    });
  });
});

describe('containerLogTail', () => {
  it.each([
    ['containerd', '2026-11-29T20:51:36.637804264Z'],
    ['CRI-O', '2026-11-29T20:52:42.743341920+00:00'],
  ])('reads the last lines in the form of %s and joins pieces by stream', async (_name, time) => {
    const lines = [
      'stdout F one',
      'stdout P two, ',
      'stderr F other',
      'stdout F goes on',
      'stderr P last word',
    ];
    await node().put(`${POD}/app/0.log`, lines.map((line) => `${time} ${line}\n`).join(''));
    expect(await host.containerLogTail(log, 15)).toEqual([
      'one',
      'other',
      'two, goes on',
      'last word',
    ]);
    expect(await host.containerLogTail(log, 2)).toEqual(['two, goes on', 'last word']);
  });

  it('reads no more than the end of a large file', async () => {
    const line = `2026-11-29T20:51:36.637804264Z stdout F ${'x'.repeat(1000)}\n`;
    await node().put(
      `${POD}/app/0.log`,
      `${line.repeat(5_000)}2026-11-29T20:51:37Z stdout F end\n`,
    );
    const lines = await host.containerLogTail(log, 15);
    expect(lines).toHaveLength(15);
    expect(lines?.at(-1)).toBe('end');
  });

  it('bounds a line, strips control sequences, passes garbage over', async () => {
    const head = '2026-11-29T20:51:36Z stdout';
    await node().put(
      `${POD}/app/0.log`,
      `${head} F ${'y'.repeat(50_000)}\n${head} F \u001b[31mred\u001b[0m\n\u0000\u0001\nnot a log line\n${head} X z\n${head} F\n`,
    );
    const lines = await host.containerLogTail(log, 15);
    expect(lines?.map((line) => line.slice(0, 10))).toEqual(['yyyyyyyyyy', 'red', '']);
    expect(lines?.[0]?.length).toBeLessThan(2_100);
  });

  it.each([
    [
      'a link as the file',
      async () => symlink('/etc/hostname', join(node().hostRoot, POD, 'app/0.log')),
    ],
    ['a folder as the file', async () => mkdir(join(node().hostRoot, POD, 'app/0.log'))],
    ['no file', async () => undefined],
  ])('reads nothing from %s', async (_name, prepare) => {
    await mkdir(join(node().hostRoot, POD, 'app'), { recursive: true });
    await prepare();
    expect(await host.containerLogTail(log, 15)).toBeNull();
  });

  it('reads nothing through a linked folder', async () => {
    await node().put('/secret/0.log', '2026-11-29T20:51:36Z stdout F secret\n');
    await mkdir(join(node().hostRoot, POD), { recursive: true });
    await symlink(join(node().hostRoot, 'secret'), join(node().hostRoot, POD, 'app'));
    expect(await host.containerLogTail(log, 15)).toBeNull();
  });

  it.each([
    { container: '../../../../secret' },
    { container: '..' },
    { podName: 'a/b' },
    { namespace: '' },
    { attempt: -1 },
    { attempt: 1.5 },
    { podUid: 'x\0' },
  ])('refuses names with a path in them: %j', async (names) => {
    await node().put('/secret/0.log', '2026-11-29T20:51:36Z stdout F secret\n');
    expect(await host.containerLogTail({ ...log, ...names }, 15)).toBeNull();
  });
});
