import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import type { LogItem } from '../contract/log-record.ts';
import type { ContainerLogs } from '../logs/container-logs.ts';
import { createContainerLogs } from '../logs/create-logs.ts';
import { LogError } from '../logs/log-error.ts';
import { logFolderForEach } from '../logs/testing/log-folder.ts';
import { searchFromSource } from '../logs/testing/read-all.ts';
import type { ContainerRef } from '../runtime.ts';
import { IMAGE_404, sampleRow } from './testing/samples.ts';
import {
  type Answer,
  startTestServer,
  type TestServer,
  TOKENS,
} from './testing/start-test-server.ts';

const folder = logFolderForEach();
let server: TestServer | null = null;
let refs: ContainerRef[] = [];
afterEach(async () => {
  await server?.close();
  server = null;
  refs = [];
});

function logs(): ContainerLogs {
  return createContainerLogs({ roots: folder().roots, search: searchFromSource() }, folder().place);
}

async function ask(path: string, token: string | null = TOKENS[1].token): Promise<Answer> {
  server ??= await startTestServer({
    rows: [sampleRow('shop', 'web-1', IMAGE_404)],
    runtime: {
      containerLogs: async (ref) => {
        refs.push(ref);
        return 'id' in ref && ref.id === 'unknown' ? null : logs();
      },
    },
  });
  return server.ask(`/api/v1${path}`, token === null ? {} : { token });
}

const itemsOf = ({ body }: Answer): LogItem[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as LogItem);
const problemOf = ({ status, body }: Answer) => [
  status,
  (JSON.parse(body) as { code: string }).code,
];

test('lines of JSON, the end last', async () => {
  await folder().write('0.log', folder().lines(1, 5));
  const answer = await ask('/containers/c1/logs?tail=2');
  expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
  expect(itemsOf(answer)).toMatchObject([
    { text: 'line 4', stream: 'stdout' },
    { text: 'line 5' },
    { end: { reason: 'limit', direction: 'backward' } },
  ]);
  expect(refs).toEqual([{ id: 'c1' }]);
});

test('a filter, as text', async () => {
  await folder().write('0.log', folder().lines(1, 30));
  const answer = await ask('/containers/c1/logs?q=line+1%5Cd&invert=true&format=text&tail=3');
  expect(answer.body.match(/line \d+/g)).toEqual(['line 28', 'line 29', 'line 30']);
});

test('as text nothing reaches the terminal but text', async () => {
  await folder().write('0.log', folder().line('\u001b]0;title\u0007\u001b[31mred\u001b[0m\rover'));
  const answer = await ask('/containers/c1/logs?format=text');
  expect(answer.body).toMatch(/Z redover\n$/);
  const json = await ask('/containers/c1/logs');
  expect(itemsOf(json)[0]).toMatchObject({ text: expect.stringContaining('\u001b[31mred') });
});

test('by the names of a pod; without a uid those of the pod that is known', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  await ask('/pods/shop/web-1/containers/app/logs?uid=gone');
  await ask('/pods/shop/web-1/containers/app/logs/attempts');
  const names = { namespace: 'shop', podName: 'web-1', container: 'app', attempt: null };
  expect(refs).toEqual([
    { ...names, podUid: 'gone' },
    { ...names, podUid: 'uid-web-1' },
  ]);
  expect(problemOf(await ask('/pods/shop/none/containers/app/logs'))).toEqual([404, 'not-found']);
});

test('attempts', async () => {
  await folder().write('0.log', folder().lines(1, 1));
  const answer = await ask('/containers/c1/logs/attempts');
  expect(JSON.parse(answer.body)).toMatchObject({ attempts: [{ attempt: 0, containerId: null }] });
});

test.each(['/containers/c1/logs/raw?attempt=0', '/containers/c1/logs?format=raw'])(
  'the files as they are: %s',
  async (path) => {
    const parts = [folder().lines(1, 3), folder().lines(4, 5), 'odd\0line\n'];
    await folder().write('0.log.20260101-000000.gz', gzipSync(parts[0] ?? ''));
    await folder().write('0.log.20260101-000010', parts[1] ?? '');
    await folder().write('0.log', parts[2] ?? '');
    const answer = await ask(path);
    expect(answer.body).toBe(parts.join(''));
    expect(answer.headers['content-disposition']).toBe('attachment; filename="c1-0.log"');
  },
);

test.each([
  ['/containers/c1/logs?tail=0', 'bad-request'],
  ['/containers/c1/logs?tail=99999', 'bad-request'],
  ['/containers/c1/logs?q=(', 'bad-request'],
  ['/containers/c1/logs?level=loud', 'bad-request'],
  ['/containers/c1/logs?field=a', 'bad-request'],
  ['/containers/c1/logs?cursor=before:x', 'bad-request'],
  ['/containers/c1/logs?attempt=-1', 'bad-request'],
  ['/containers/c1/logs?since=yesterday', 'bad-request'],
  ['/containers/c1/logs?follow=true', 'bad-request'],
  ['/containers/c1/logs/raw?attempt=all', 'bad-request'],
  ['/containers/c1/logs?attempt=7', 'not-found'],
  ['/containers/unknown/logs', 'not-found'],
  ['/containers/unknown/logs/attempts', 'not-found'],
])('%s: %s', async (path, code) => {
  await folder().write('0.log', folder().lines(1, 1));
  expect(problemOf(await ask(path))[1]).toBe(code);
});

test('nobody reads without a login; a path in an id leads nowhere', async () => {
  expect(problemOf(await ask('/containers/c1/logs', null))).toEqual([401, 'unauthorized']);
  expect(problemOf(await ask('/containers/..%2F..%2Fetc/logs'))).toEqual([400, 'bad-request']);
  expect(refs).toEqual([]);
});

test('a log that must not be read is a sentence, with a status before the first line', async () => {
  const refuse = async (): Promise<never> => {
    throw new LogError('refused', '0.log is a symbolic link: it is not opened.');
  };
  server = await startTestServer({ runtime: { containerLogs: refuse } });
  for (const path of [
    '/containers/c1/logs',
    '/containers/c1/logs/raw',
    '/containers/c1/logs/attempts',
  ]) {
    const answer = await ask(path);
    expect(problemOf(answer)).toEqual([403, 'log-refused']);
    expect(answer.body).toContain('symbolic link');
  }
});

test('whoever leaves in the middle of a large answer closes the files', async () => {
  await folder().write('0.log', folder().line('x'.repeat(200)).repeat(40_000));
  let hasEnded = false;
  const real = logs();
  server = await startTestServer({
    runtime: {
      containerLogs: async () => ({
        ...real,
        async raw(attempt) {
          const raw = await real.raw(attempt);
          return {
            ...raw,
            async *bytes() {
              try {
                yield* raw.bytes();
              } finally {
                hasEnded = true;
              }
            },
          };
        },
      }),
    },
  });
  const message = await server.open('/api/v1/containers/c1/logs/raw', { token: TOKENS[1].token });
  message.destroy();
  while (!hasEnded) await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(true);
});
