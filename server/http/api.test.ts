import { afterEach, describe, expect, test } from 'vitest';
import { podListSchema } from '../contract/pod.ts';
import { AppError } from './app-error.ts';
import { AS_OF, IMAGE_404, sampleDetail, sampleRow } from './testing/samples.ts';
import {
  startTestServer,
  type TestOptions,
  type TestServer,
  TOKENS,
} from './testing/start-test-server.ts';

let server: TestServer | null = null;
async function start(options: TestOptions = {}): Promise<TestServer> {
  server = await startTestServer(options);
  return server;
}
afterEach(async () => {
  await server?.close();
  server = null;
});

const token = TOKENS[1].token;
const ROWS = [
  sampleRow('kube-system', 'dns'),
  sampleRow('shop', 'api', IMAGE_404),
  sampleRow('shop', 'web'),
  sampleRow('shop', 'worker', { ...IMAGE_404, cause: 'image-unauthorized' }),
];

describe('GET /pods', () => {
  const names = async (query: string): Promise<unknown> => {
    const { ask } = server ?? (await start({ rows: ROWS }));
    const answer = await ask(`/api/v1/pods${query}`, { token });
    if (answer.status !== 200) return answer.status;
    return podListSchema.parse(JSON.parse(answer.body)).pods.map((pod) => pod.name);
  };

  test.each([
    ['', ['dns', 'api', 'web', 'worker']],
    ['?stage=pull', ['api', 'worker']],
    ['?stage=pull,run&namespace=shop', ['api', 'web', 'worker']],
    ['?state=failed&cause=image-not-found', ['api']],
    ['?outcome=ready', ['dns', 'web']],
    ['?image=registry.example/web', ['web']],
    ['?q=ns:shop+stage:PullImage+-cause:image-not-found', ['worker']],
    ['?q=dns', ['dns']],
    ['?q=nothing', []],
    ['?stage=pul', 400],
    ['?outcome=', 400],
    ['?nonsense=1', 400],
    ['?stage=pull&stage=run', 400],
    ['?limit=0', 400],
    ['?limit=many', 400],
    ['?cursor=!!', 400],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('pages by cursor; a row that went away meanwhile does not shift them', async () => {
    const rows = [...ROWS];
    const { ask } = await start({ rows });
    const first = JSON.parse((await ask('/api/v1/pods?limit=2', { token })).body);
    expect([first.pods.length, first.total]).toEqual([2, 4]);
    rows.splice(1, 1);
    const rest = JSON.parse(
      (await ask(`/api/v1/pods?limit=2&cursor=${first.nextCursor}`, { token })).body,
    );
    expect(rest.pods.map((pod: { name: string }) => pod.name)).toEqual(['web', 'worker']);
    expect(rest.nextCursor).toBeNull();
  });

  test('large answers are compressed for whoever takes it', async () => {
    const { ask } = await start({ rows: ROWS });
    const packed = await ask('/api/v1/pods', { token, headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(packed.body).total).toBe(4);
    const plain = await ask('/api/v1/pods', { token, headers: { 'accept-encoding': 'gzip;q=0' } });
    expect(plain.headers['content-encoding']).toBeUndefined();
  });
});

describe('GET /pods/{namespace}/{name}', () => {
  test('one pod', async () => {
    const { ask } = await start({ rows: ROWS });
    const answer = await ask('/api/v1/pods/shop/api', { token });
    expect(JSON.parse(answer.body)).toMatchObject({
      name: 'api',
      verdict: { stage: 'pull' },
      source: 'live',
    });
  });

  test.each([
    [
      '/api/v1/pods/shop/api-7',
      'no pod shop/api-7 among the 4 pods of this node: removed, or on another node; here are shop/api',
    ],
    [
      '/api/v1/pods/shop/api?uid=old',
      'pod shop/api is here, but not with uid old: it was replaced',
    ],
    [
      '/api/v1/pods/other/web',
      'no pod other/web among the 4 pods of this node: removed, or on another node; here are shop/web',
    ],
  ])('an absent one says what is there: %s', async (path, detail) => {
    const { ask } = await start({ rows: ROWS });
    const answer = await ask(path, { token });
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'not-found', detail });
  });

  test('one that is gone says which of its name is remembered', async () => {
    const gone = { ...sampleDetail(sampleRow('shop', 'old')), source: 'history' as const };
    const pod = async ({ uid }: { uid: string | null }) => (uid === null ? gone : null);
    const { ask } = await start({ rows: ROWS, runtime: { pod } });
    const answer = await ask('/api/v1/pods/shop/old?uid=older', { token });
    expect(answer.status).toBe(404);
    const { detail } = JSON.parse(answer.body) as { detail: string };
    expect(detail).toContain(`the last of that name had uid uid-old and was seen until ${AS_OF}`);
    expect((await ask('/api/v1/pods/shop/old', { token })).status).toBe(200);
  });

  test('names are decoded once; bad encoding is refused', async () => {
    const { ask } = await start({ rows: [sampleRow('shop', 'a b')] });
    expect((await ask('/api/v1/pods/shop/a%20b', { token })).status).toBe(200);
    expect((await ask('/api/v1/pods/shop/a%zzb', { token })).status).toBe(400);
  });
});

describe('errors', () => {
  test('an expected one bears its code', async () => {
    const node = async () => {
      throw new AppError('runtime-unavailable', 'containerd has not answered for 14 s');
    };
    const { ask } = await start({ runtime: { node } });
    const answer = await ask('/api/v1/node', { token });
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: 'The container runtime does not answer.',
      status: 503,
      code: 'runtime-unavailable',
      detail: 'containerd has not answered for 14 s',
    });
  });

  test('an unexpected one tells nothing of itself', async () => {
    const node = async () => {
      throw new TypeError('secret detail');
    };
    const { ask } = await start({ runtime: { node } });
    const answer = await ask('/api/v1/node', { token });
    expect(answer.status).toBe(500);
    expect(answer.body).not.toContain('secret detail');
  });
});

test('health and readiness ask for no login and no runtime', async () => {
  let isReady = false;
  const { ask } = await start({ runtime: { isReady: () => isReady } });
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: 'ok\n' });
  expect((await ask('/readyz')).status).toBe(503);
  isReady = true;
  expect((await ask('/readyz')).status).toBe(200);
});

test('GET /session tells name and role', async () => {
  const { ask } = await start();
  expect(JSON.parse((await ask('/api/v1/session', { token })).body)).toEqual({
    user: 'vic',
    role: 'viewer',
    allowed: [],
  });
});
