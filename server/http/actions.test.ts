import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../access/gate.ts';
import {
  type ActionPreview,
  type ActionRequest,
  actionPreviewSchema,
  actionResultSchema,
} from '../contract/action.ts';
import type { Actions } from './drive.ts';
import { createRoutes } from './routes.ts';
import { type Ask, startTestServer, TOKENS } from './testing/start-test-server.ts';

const OPERATOR = { role: 'operator', name: 'olga', token: 'operator-token-1' } as const;
const [ADMIN, VIEWER] = TOKENS;
const REQUEST = { kind: 'remove-container', id: 'c1', confirm: 'web' } as const;
const PREVIEW: ActionPreview = {
  kind: 'remove-container',
  id: 'c1',
  subject: 'container web of shop/web-1',
  pod: { namespace: 'shop', name: 'web-1', uid: 'u' },
  allowed: true,
  refusal: null,
  instead: [],
  kubelet: { state: 'dead', reason: 'kubelet does not run.' },
  lost: ['Its writable layer.'],
  confirm: 'web',
};

/** Actions that note what they are asked, behind a real HTTP server. */
async function open({
  allow = ['remove'],
  isCapture = false,
}: {
  allow?: 'remove'[];
  isCapture?: boolean;
} = {}) {
  const asked: { caller: Caller; request: ActionRequest }[] = [];
  const previewed: unknown[] = [];
  const actions: Actions = {
    async preview(target) {
      previewed.push(target);
      return PREVIEW;
    },
    async act(caller, request) {
      asked.push({ caller, request });
      return { sentence: 'Container web of shop/web-1 was removed.', durationMs: 3 };
    },
  };
  const server = await startTestServer({
    gate: { tokens: [...TOKENS, OPERATOR], allow },
    parts: { routes: createRoutes({ actions: isCapture ? null : actions }) },
  });
  onTestFinished(() => server.close());
  const ask = async (method: string, query: string, given: { body?: unknown; who?: Ask } = {}) => {
    const { body, who = ADMIN as Ask } = given;
    const answer = await server.ask(`/api/v1/actions${query}`, {
      method,
      ...who,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json', ...who.headers },
    });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  return { ask, asked, previewed, server };
}

describe('/actions', () => {
  it('tells an admin what it would cost, and does it', async () => {
    const { ask, asked, previewed } = await open();
    const told = await ask('GET', '?kind=remove-container&id=c1');
    expect(told.status).toBe(200);
    expect(actionPreviewSchema.parse(told.body)).toEqual(PREVIEW);
    expect(previewed).toEqual([{ kind: 'remove-container', id: 'c1' }]);
    const done = await ask('POST', '', { body: REQUEST });
    expect(done.status).toBe(200);
    expect(actionResultSchema.parse(done.body).sentence).toContain('was removed');
    expect(asked).toMatchObject([{ caller: { identity: { name: 'ada' } }, request: REQUEST }]);
  });

  it.each<[string, Ask]>([
    ['a viewer', VIEWER],
    ['an operator', OPERATOR],
  ])('is not for %s', async (_, who) => {
    const { ask, asked, previewed } = await open();
    expect(await ask('POST', '', { body: REQUEST, who })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect((await ask('GET', '?kind=remove-image&id=x', { who })).status).toBe(403);
    expect([...asked, ...previewed]).toEqual([]);
  });

  it('is not there unless it is switched on', async () => {
    const { ask, asked } = await open({ allow: [] });
    for (const [method, given] of [
      ['GET', {}],
      ['POST', { body: REQUEST }],
    ] as const) {
      expect(
        await ask(method, method === 'GET' ? '?kind=remove-image&id=x' : '', given),
      ).toMatchObject({
        status: 403,
        body: { code: 'feature-disabled', detail: expect.stringContaining('--allow remove') },
      });
    }
    expect(asked).toEqual([]);
  });

  it('needs a node', async () => {
    const { ask } = await open({ isCapture: true });
    expect(await ask('POST', '', { body: REQUEST })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('capture') },
    });
  });

  it('is not done for another page', async () => {
    const { server, asked } = await open();
    const answer = await server.ask('/api/v1/actions', {
      method: 'POST',
      body: JSON.stringify(REQUEST),
      headers: {
        'content-type': 'application/json',
        cookie: await server.logIn(),
        origin: 'http://elsewhere.example',
      },
    });
    expect(answer.status).toBe(403);
    expect(asked).toEqual([]);
  });

  it.each<[string, string, unknown]>([
    ['GET', '?kind=format-disk&id=x', undefined],
    ['GET', '?kind=remove-image', undefined],
    ['GET', '?kind=remove-image&id=x&force=1', undefined],
    ['POST', '', { ...REQUEST, kind: 'format-disk' }],
    ['POST', '', { ...REQUEST, id: '' }],
    ['POST', '', { ...REQUEST, force: true }],
    ['POST', '', { kind: REQUEST.kind, id: 'c1' }],
    ['POST', '?force=1', REQUEST],
  ])('refuses what it does not know: %s %s %j', async (method, query, body) => {
    const { ask, asked } = await open();
    expect((await ask(method, query, { body })).status).toBe(400);
    expect(asked).toEqual([]);
  });
});
