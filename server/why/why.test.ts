import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { findLocalDoor, openLocalDoor } from '../access/local-door.ts';
import { ConfigError } from '../config-error.ts';
import { AS_OF, IMAGE_404, sampleDetail, sampleNode, sampleRow } from '../http/testing/samples.ts';
import { startTestServer, type TestServer } from '../http/testing/start-test-server.ts';
import { makeReport } from '../report/make-report.ts';
import { runningSource } from './ask-running.ts';
import { readWhyArguments } from './why-arguments.ts';
import { whyText } from './why-text.ts';

const { signal } = new AbortController();

describe('the command line', () => {
  test.each<[string[], unknown]>([
    [[], { pod: null, isJson: false, flags: [] }],
    [['shop/web'], { pod: { namespace: 'shop', name: 'web' } }],
    [['web', '--json'], { pod: { namespace: null, name: 'web' }, isJson: true }],
    [['pod/web'], { pod: { namespace: null, name: 'web' } }],
    [
      ['--port', '8700', 'shop/web', '--host-root=/host'],
      { pod: { namespace: 'shop', name: 'web' }, flags: ['--port', '8700', '--host-root=/host'] },
    ],
    [['shop/web', '--uid', 'u1'], { uid: 'u1' }],
    [['-h'], { isHelp: true }],
  ])('%j is understood', (argv, expected) => {
    expect(readWhyArguments(argv)).toMatchObject(expected as object);
  });

  test.each<[string[], string]>([
    [['a/b/c'], 'names no pod'],
    [['shop/'], 'names no pod'],
    [['a', 'b'], 'one word too many'],
    [['--uid', 'x'], 'needs a pod'],
    [['shop/web', '--uid'], 'expected a uid'],
  ])('%j is refused', (argv, reason) => {
    expect(() => readWhyArguments(argv)).toThrow(ConfigError);
    expect(() => readWhyArguments(argv)).toThrow(reason);
  });
});

describe('the door of a running server', () => {
  const parent = mkdtempSync(join(tmpdir(), 'cri-triage-door-'));
  const folder = join(parent, 'run');
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  test('is found by its owner, readable by nobody else, and gone with the server', () => {
    const close = openLocalDoor(
      8666,
      { url: 'http://127.0.0.1:8666', token: 'secret-token' },
      folder,
    );
    expect(statSync(join(folder, '8666.json')).mode & 0o777).toBe(0o600);
    expect(findLocalDoor(8666, folder)).toEqual({
      pid: process.pid,
      url: 'http://127.0.0.1:8666',
      token: 'secret-token',
    });
    expect(findLocalDoor(8667, folder)).toBeNull();
    close();
    expect(findLocalDoor(8666, folder)).toBeNull();
  });

  test('of a server that was killed is not used', () => {
    const door = { pid: 2 ** 22 + 1, url: 'http://127.0.0.1:1', token: 'secret-token' };
    writeFileSync(join(folder, '9000.json'), JSON.stringify(door));
    expect(findLocalDoor(9000, folder)).toBeNull();
  });

  test('in a folder that others may write to is neither made nor used', () => {
    const open = join(parent, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect(() => openLocalDoor(1, { url: 'x', token: 'y' }, open)).toThrow('this user alone');
    writeFileSync(join(open, '1.json'), JSON.stringify({ pid: process.pid, url: 'x', token: 'y' }));
    expect(findLocalDoor(1, open)).toBeNull();
  });
});

describe('asking a running server', () => {
  let server: TestServer | null = null;
  afterEach(async () => {
    await server?.close();
    server = null;
  });

  test('brings its report, and its words where there is no such pod', async () => {
    const row = sampleRow('shop', 'web', IMAGE_404);
    server = await startTestServer({
      rows: [row],
      runtime: {
        report: async (ref) =>
          ref?.name === 'web'
            ? makeReport({
                madeAtMs: Date.parse(AS_OF),
                node: sampleNode(),
                pod: sampleDetail(row),
                rows: [],
                findings: [],
                calls: [],
              })
            : null,
      },
    });
    const url = `http://127.0.0.1:${server.port}`;
    const source = runningSource({ pid: 1, url, token: 'viewer-token-1' });
    const told = await source.report({ namespace: 'shop', name: 'web', uid: null }, signal);
    if (!('value' in told)) throw new Error('no report');
    const text = whyText(told.value);
    expect(text.split('\n')[0]).toContain('Pod shop/web on node node-1: stuck at PullImage');
    expect(text).toContain('Next: ');
    const none = await source.report({ namespace: 'shop', name: 'x', uid: null }, signal);
    expect(none).toMatchObject({ absent: expect.stringContaining('shop/x') });
    expect((await source.podsNamed('web', signal)).map((pod) => pod.namespace)).toEqual(['shop']);
    const wrong = runningSource({ pid: 1, url, token: 'wrong-token' });
    await expect(wrong.podsNamed('web', signal)).rejects.toThrow('HTTP 401');
  });
});
