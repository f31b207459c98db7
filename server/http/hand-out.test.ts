import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { makeReport } from '../report/make-report.ts';
import { AS_OF, IMAGE_404, sampleDetail, sampleNode, sampleRow } from './testing/samples.ts';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

let server: TestServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const row = sampleRow('shop', 'web', IMAGE_404);
const viewer = { token: 'viewer-token-1' };
const admin = { token: 'admin-token-1' };

async function start(asked: string[] = []): Promise<TestServer> {
  server = await startTestServer({
    rows: [row],
    runtime: {
      report: async (ref) =>
        ref !== null && ref.name !== 'web'
          ? null
          : makeReport({
              madeAtMs: Date.parse(AS_OF),
              node: sampleNode(),
              pod: ref === null ? null : sampleDetail(row),
              rows: [row],
              findings: [],
              calls: [],
            }),
      capture: async (wish) => {
        asked.push(wish);
        return ['{"a":1}\n', '{"end":true}\n'];
      },
      nowMs: () => Date.parse(AS_OF),
    },
  });
  return server;
}

test('a report comes as Markdown, or as JSON where that is asked for', async () => {
  const { ask } = await start();
  const text = await ask('/api/v1/report?pod=shop/web', viewer);
  expect(text.status).toBe(200);
  expect(text.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(text.body.split('\n')[0]).toContain('Pod shop/web on node node-1: stuck at PullImage');
  const json = await ask('/api/v1/report?pod=shop/web&format=json', viewer);
  expect(JSON.parse(json.body).lines).toHaveLength(6);
  const node = await ask('/api/v1/report', viewer);
  expect(node.body).toContain('## Pods that need a person');
});

test.each([
  ['/api/v1/report?pod=shop/none', 404, 'no pod shop/none'],
  ['/api/v1/report?pod=web', 400, 'expected namespace/name'],
  ['/api/v1/report?uid=x', 400, '?uid= needs ?pod='],
  ['/api/v1/report?format=pdf', 400, 'format'],
  ['/api/v1/capture?stacks=all', 400, 'stacks'],
])('%s is refused with its reason', async (path, status, reason) => {
  const { ask } = await start();
  const answer = await ask(path, viewer);
  expect(answer.status).toBe(status);
  expect(answer.body).toContain(reason);
});

test('a capture comes as one compressed file with a name', async () => {
  const asked: string[] = [];
  const { open } = await start(asked);
  const answer = await open('/api/v1/capture?stacks=kernel', viewer);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toBe(
    'attachment; filename="cri-triage-node-1-20260102T030405Z.capture.gz"',
  );
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe('{"a":1}\n{"end":true}\n');
  expect(asked).toEqual(['kernel']);
});

test('a signal to the runtime is for admins, from our own page', async () => {
  const asked: string[] = [];
  const { ask, logIn } = await start(asked);
  expect((await ask('/api/v1/capture?stacks=runtime', viewer)).status).toBe(403);
  const cookie = await logIn('admin-token-1');
  const foreign = await ask('/api/v1/capture?stacks=runtime', { headers: { cookie } });
  expect(foreign.status).toBe(403);
  expect(asked).toEqual([]);
  expect((await ask('/api/v1/capture?stacks=runtime', admin)).status).toBe(200);
  expect(asked).toEqual(['runtime']);
});
