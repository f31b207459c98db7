import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { available, unavailable } from './contract/section.ts';
import { logFolderForEach } from './logs/testing/log-folder.ts';
import { ANY } from './logs/testing/read-all.ts';
import { type FindLogs, openNodeLogs } from './open-logs.ts';
import { container, ScriptedConnection, sandbox } from './snapshot/testing/scripted-connection.ts';

const folder = logFolderForEach();
const asked = { signal: new AbortController().signal };
const POD = { namespace: 'shop', name: 'web-1', uid: '0f2c' };
let connection: ScriptedConnection;
let podLogs: string;

beforeEach(() => {
  connection = new ScriptedConnection();
  podLogs = '/var/log/pods';
  connection.script.sandboxes = [sandbox('s1', POD)];
  connection.script.containers = [
    container('c0', { attempt: 0, state: 'exited' }),
    container('c1', { attempt: 1 }),
  ];
});

function find(isRuntimeKnown = true): FindLogs {
  const { sandboxes, containers } = connection.script;
  const none = unavailable('not read yet');
  return openNodeLogs({
    hostRoot: folder().root,
    podLogs: async () => podLogs,
    snapshot: () => ({
      sandboxes: isRuntimeKnown ? available(sandboxes, 1) : none,
      containers: isRuntimeKnown ? available(containers, 1) : none,
    }),
    connection,
  });
}

async function textsOf(logs: Awaited<ReturnType<FindLogs>>, attempt: 'own' | number = 'own') {
  const texts: string[] = [];
  for await (const item of logs?.read({ ...ANY, attempt }, asked) ?? []) {
    if ('text' in item && !('notice' in item)) texts.push(item.text);
  }
  return texts;
}

describe('by id', () => {
  test('gives the attempt that the id names, and tells which id is which attempt', async () => {
    await folder().write('0.log', folder().lines(1, 1));
    await folder().write('1.log', folder().lines(2, 2));
    await folder().write('1.log.20260101-000000', folder().lines(0, 0));
    const logs = await find()({ id: 'c0' }, asked);
    expect(await textsOf(logs)).toEqual(['line 1']);
    expect(await textsOf(logs, 1)).toEqual(['line 0', 'line 2']);
    expect(await logs?.attempts()).toMatchObject([
      { attempt: 1, containerId: 'c1', rotatedFiles: 1 },
      { attempt: 0, containerId: 'c0', rotatedFiles: 0 },
    ]);
  });

  test('the names in the labels do when the sandbox is gone', async () => {
    await folder().write('0.log', folder().lines(1, 1));
    connection.script.sandboxes = [];
    const labels = {
      'io.kubernetes.pod.namespace': 'shop',
      'io.kubernetes.pod.name': 'web-1',
      'io.kubernetes.pod.uid': '0f2c',
    };
    connection.script.containers = [container('c0', { labels })];
    expect(await textsOf(await find()({ id: 'c0' }, asked))).toEqual(['line 1']);
  });

  test('are where kubelet keeps them now', async () => {
    await folder().write('0.log', folder().lines(1, 1));
    const logs = find();
    expect(await textsOf(await logs({ id: 'c0' }, asked))).toEqual(['line 1']);
    podLogs = '/data/pods';
    const moved = join(folder().root, 'data/pods/shop_web-1_0f2c/app');
    await mkdir(moved, { recursive: true });
    await writeFile(join(moved, '0.log'), folder().lines(2, 2));
    expect(await textsOf(await logs({ id: 'c0' }, asked))).toEqual(['line 2']);
  });

  test('without the runtime the link that kubelet made tells where it is', async () => {
    await folder().write('2.log', folder().lines(5, 5));
    const links = join(folder().root, 'var/log/containers');
    await mkdir(links, { recursive: true });
    const id = 'd'.repeat(64);
    await symlink(
      '/var/log/pods/shop_web-1_0f2c/app/2.log',
      join(links, `web-1_shop_app-${id}.log`),
    );
    const logs = await find(false)({ id }, asked);
    expect(await textsOf(logs)).toEqual(['line 5']);
    expect(await logs?.attempts()).toMatchObject([{ attempt: 2, containerId: id }]);
    expect(await find(false)({ id: 'unknown' }, asked)).toBeNull();
  });

  test('a link that leads elsewhere tells nothing', async () => {
    const links = join(folder().root, 'var/log/containers');
    await mkdir(links, { recursive: true });
    await writeFile(join(folder().root, '9.log'), 'secret');
    await symlink('/var/log/pods/../../../9.log', join(links, 'a_b_c-e1.log'));
    expect(await find(false)({ id: 'e1' }, asked)).toBeNull();
  });
});

describe('the log path that the runtime tells', () => {
  test('is taken where kubelet made no folder', async () => {
    const own = join(folder().root, 'var/log/pods/by-hand');
    await mkdir(own, { recursive: true });
    await writeFile(join(own, '1.log'), folder().lines(7, 7));
    connection.script.statuses['c1'] = { logPath: '/var/log/pods/by-hand/1.log' };
    expect(await textsOf(await find()({ id: 'c1' }, asked))).toEqual(['line 7']);
  });

  test.each([
    '/var/log/pods/../../../etc/1.log',
    '/var/log/pods/a/../../../1.log',
    '/var/log/pods/./1.log',
    '/var/log/pods//1.log',
    '/var/log/pods/1.log',
    '/var/log/podsx/a/1.log',
    '/etc/shadow',
    '/var/log/pods/a/shadow',
    '/var/log/pods/a/\0/1.log',
    'pods/a/1.log',
  ])('%j is refused', async (logPath) => {
    connection.script.statuses['c1'] = { logPath };
    await expect(find()({ id: 'c1' }, asked)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('is not asked for while the runtime does not answer', async () => {
    connection.script.statuses['c1'] = { logPath: '/etc/shadow' };
    connection.script.health = { ...connection.script.health, state: 'hung' };
    const logs = await find()({ id: 'c1' }, asked);
    expect(await logs?.attempts()).toEqual([]);
    expect(connection.calls).toEqual([]);
  });
});

describe('by names', () => {
  const names = { namespace: 'shop', podName: 'web-1', podUid: '0f2c', container: 'app' };

  test('finds the logs of a container that nobody knows any more', async () => {
    await folder().write('3.log', folder().lines(9, 9));
    const logs = await find(false)({ ...names, attempt: null }, asked);
    expect(await textsOf(logs)).toEqual(['line 9']);
    expect(await logs?.attempts()).toMatchObject([{ attempt: 3, containerId: null }]);
  });

  test.each([
    { container: '..' },
    { container: '../../../etc' },
    { podName: 'a/b' },
    { podUid: '' },
    { namespace: 'x\0' },
  ])('%j is refused', async (wrong) => {
    const ref = { ...names, attempt: null, ...wrong };
    await expect(find()(ref, asked)).rejects.toMatchObject({ kind: 'refused' });
  });
});
