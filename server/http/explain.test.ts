import { afterEach, describe, expect, test } from 'vitest';
import { explanationSchema } from '../contract/explain.ts';
import { MAX_EXPLAIN_BYTES } from '../contract/explain-stage.ts';
import { type Ask, startTestServer, type TestServer, TOKENS } from './testing/start-test-server.ts';

let server: TestServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const PATH = '/api/v1/explain';
const token = TOKENS[1].token;

function asking(value: unknown, more: Partial<Ask> = {}): Ask {
  return {
    method: 'POST',
    token,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json', ...more.headers },
    ...(more.token === undefined ? {} : { token: more.token }),
  };
}

describe('POST /explain', () => {
  test('answers a viewer with what the text tells', async () => {
    server = await startTestServer();
    const answer = await server.ask(PATH, asking({ text: 'manifest unknown' }));
    expect(answer.status).toBe(200);
    expect(explanationSchema.parse(JSON.parse(answer.body)).message).toBe('manifest unknown');
  });

  test('takes as much as it says, and not more', async () => {
    server = await startTestServer();
    const { ask } = server;
    const whole = await ask(PATH, asking({ text: '"'.repeat(MAX_EXPLAIN_BYTES) }));
    expect(whole.status).toBe(200);
    for (const text of ['x'.repeat(MAX_EXPLAIN_BYTES + 1), 'ü'.repeat(MAX_EXPLAIN_BYTES - 1)]) {
      expect((await ask(PATH, asking({ text }))).status).toBe(413);
    }
    expect((await ask(PATH, asking({ text: 'x'.repeat(400_000) }))).status).toBe(413);
  });

  test.each([
    ['no text', {}],
    ['an empty text', { text: ' ' }],
    ['a number', { text: 1 }],
    ['more than a text', { text: 'x', more: 1 }],
    ['no object', 'x'],
  ])('refuses %s', async (_name, value) => {
    server = await startTestServer();
    expect((await server.ask(PATH, asking(value))).status).toBe(400);
  });

  test('refuses other bodies, other methods, strangers and other pages', async () => {
    server = await startTestServer();
    const { ask } = server;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await ask(PATH, { method: 'POST', token, headers: form, body: 'text=x' })).status).toBe(
      400,
    );
    expect((await ask(PATH, { ...asking({}), body: '{' })).status).toBe(400);
    expect((await ask(PATH, { token })).status).toBe(405);
    expect((await ask(PATH, asking({ text: 'x' }, { token: 'wrong' }))).status).toBe(401);
    const cookie = await server.logIn();
    const headers = { 'content-type': 'application/json', cookie };
    const foreign = { ...headers, origin: 'http://elsewhere.example' };
    const body = '{"text":"x"}';
    expect((await ask(PATH, { method: 'POST', headers: foreign, body })).status).toBe(403);
    const own = { ...headers, origin: `http://localhost:${server.port}` };
    expect((await ask(PATH, { method: 'POST', headers: own, body })).status).toBe(200);
  });

  test('has a bounded rate', async () => {
    server = await startTestServer();
    const { ask } = server;
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask(PATH, asking({ text: 'x' }))),
    );
    const states = answers.map((answer) => answer.status);
    expect(states.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20);
    expect(states).toContain(429);
  });
});
