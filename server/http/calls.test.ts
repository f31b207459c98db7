import { afterEach, expect, test } from 'vitest';
import type { CallQuestion } from '../runtime.ts';
import { AS_OF } from './testing/samples.ts';
import { startTestServer, type TestServer, TOKENS } from './testing/start-test-server.ts';

let server: TestServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const NOW_MS = Date.parse('2026-11-29T12:00:00.000Z');

/** What the runtime is asked for a query; the answer's problem where it is refused. */
async function asked(query: string): Promise<CallQuestion | string> {
  let question: CallQuestion | null = null;
  server ??= await startTestServer({
    runtime: {
      nowMs: () => NOW_MS,
      calls: async (given) => {
        question = given;
        return { asOf: AS_OF, calls: [], nextCursor: null, total: 0, gaps: [] };
      },
    },
  });
  const answer = await server.ask(`/api/v1/calls${query}`, { token: TOKENS[1].token });
  await server.close();
  server = null;
  if (answer.status !== 200) return (JSON.parse(answer.body) as { detail: string }).detail;
  return question ?? 'nobody was asked';
}

test.each<[string, Partial<CallQuestion>]>([
  ['', { pod: null, sinceMs: null, calls: null, outcomes: null, q: '', limit: 500, after: null }],
  ['?pod=shop/web', { pod: { namespace: 'shop', name: 'web', uid: null } }],
  ['?pod=shop/web&uid=u1', { pod: { namespace: 'shop', name: 'web', uid: 'u1' } }],
  ['?since=15m', { sinceMs: NOW_MS - 900_000 }],
  ['?since=2d', { sinceMs: NOW_MS - 172_800_000 }],
  ['?since=2026-11-29T10:00:00Z', { sinceMs: NOW_MS - 7_200_000 }],
  ['?since=2026-11-29T12:00:00.5%2B02:00', { sinceMs: NOW_MS - 7_199_500 }],
  ['?since=2026-11-29T12:00:00+02:00', { sinceMs: NOW_MS - 7_200_000 }],
  ['?call=PullImage,CreateContainer', { calls: ['PullImage', 'CreateContainer'] }],
  ['?outcome=in-flight,failed', { outcomes: ['in-flight', 'failed'] }],
  ['?q=ns:shop+timeout&limit=3', { q: 'ns:shop timeout', limit: 3 }],
  [`?cursor=${Buffer.from('12 a b').toString('base64url')}`, { after: { atMs: 12, id: 'a b' } }],
])('%s', async (query, expected) => {
  expect(await asked(query)).toMatchObject(expected);
});

test.each([
  ['?since=yesterday', 'since'],
  ['?since=', 'since'],
  ['?since=15', 'since'],
  ['?call=Pull', 'PullImage'],
  ['?outcome=bad', 'in-flight'],
  ['?pod=web', 'namespace/name'],
  ['?uid=u1', 'uid'],
  ['?limit=0', 'limit'],
  ['?cursor=zzz', 'cursor'],
  ['?pods=shop/web', 'no parameter'],
])('%s is refused: %s', async (query, word) => {
  const answer = await asked(query);
  expect(answer).toContain(word);
  expect(typeof answer).toBe('string');
});
