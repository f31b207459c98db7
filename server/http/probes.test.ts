import { describe, expect, it, onTestFinished } from 'vitest';
import {
  probeCommandsSchema,
  probeListSchema,
  probeOptionsSchema,
  probeSchema,
} from '../contract/probe.ts';
import { probesForTest } from '../probe/testing/probes-for-test.ts';
import { createRoutes } from './routes.ts';
import { type Ask, startTestServer, TOKENS } from './testing/start-test-server.ts';

const OPERATOR = { role: 'operator', name: 'olga', token: 'operator-token-1' } as const;
const [ADMIN, VIEWER] = TOKENS;
const ROOT = '/api/v1/probes';

/** Real probes on a little runtime, behind a real HTTP server. */
async function open(allow: readonly 'probe'[] = ['probe']) {
  const test = await probesForTest();
  const server = await startTestServer({
    gate: { tokens: [...TOKENS, OPERATOR], allow },
    parts: { routes: createRoutes({ probes: allow.length === 0 ? null : test.probes }) },
  });
  onTestFinished(() => server.close());
  const ask = async (method: string, path: string, body?: unknown, who: Ask = OPERATOR) => {
    const answer = await server.ask(`${ROOT}${path}`, {
      method,
      ...who,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { 'content-type': 'application/json' },
    });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  return { ...test, ask };
}

describe('/probes', () => {
  it('makes one, tells it, makes its calls and gives it up', async () => {
    const { ask, ended } = await open();
    const made = await ask('POST', '', { mode: 'step' });
    expect(made.status).toBe(201);
    const { id } = probeSchema.parse(made.body);
    const list = probeListSchema.parse((await ask('GET', '')).body);
    expect(list).toMatchObject({ current: id, probes: [{ id, user: 'olga' }] });
    const next = probeSchema.parse((await ask('POST', `/${id}/next`, {})).body);
    expect(next.id).toBe(id);
    expect((await ask('DELETE', `/${id}`)).status).toBe(200);
    expect((await ended(id)).state).toBe('cancelled');
    expect(probeSchema.parse((await ask('GET', `/${id}`)).body).state).toBe('cancelled');
    const commands = probeCommandsSchema.parse((await ask('GET', `/${id}/commands`)).body);
    expect(commands.files.map(({ name }) => name)).toEqual(['sandbox.json', 'container.json']);
    expect((await ask('POST', '/sweep', {})).status).toBe(200);
  });

  it('tells what a form offers', async () => {
    const { ask } = await open();
    const { status, body } = await ask('GET', '/options');
    expect(status).toBe(200);
    expect(probeOptionsSchema.parse(body).mayUsePrivileges).toBe(false);
    expect((await ask('GET', '/options', undefined, ADMIN)).body.mayUsePrivileges).toBe(true);
    expect((await ask('GET', '/options?pod=shop/web')).status).toBe(404);
    expect((await ask('GET', '/options?container=web')).status).toBe(400);
  });

  it('refuses a second one and names the first', async () => {
    const { ask } = await open();
    const { id } = (await ask('POST', '', { mode: 'step' })).body;
    const { status, body } = await ask('POST', '', {});
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(body.detail).toContain(id);
  });

  it('refuses a body of another form by its path', async () => {
    const { ask } = await open();
    const { status, body } = await ask('POST', '', { mode: 'fast', pullPolicy: 'Sometimes' });
    expect(status).toBe(400);
    expect(body.problems.map(({ path }: { path: string }) => path)).toEqual(['mode', 'pullPolicy']);
    const unknown = await ask('POST', '', { privileged: true });
    expect([unknown.status, unknown.body.detail]).toEqual([
      400,
      expect.stringContaining('privileged'),
    ]);
  });

  it('refuses a wrong configuration by its path, and a reaching one by name', async () => {
    const { ask, runtime } = await open();
    const wrong = await ask('POST', '', { sandboxConfig: '{"metadata": {"name": 7}}' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.problems[0].path).toBe('sandbox_config.metadata.name');
    const reaching = await ask('POST', '', { hostNetwork: true });
    expect([reaching.status, reaching.body.code]).toEqual([403, 'forbidden']);
    expect(reaching.body.problems[0].path).toBe('hostNetwork');
    expect(runtime.server.count('RunPodSandbox')).toBe(0);
    expect((await ask('POST', '', { hostNetwork: true }, ADMIN)).status).toBe(201);
  });

  it('is not for viewers, in no form', async () => {
    const { ask } = await open();
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/options'],
      ['POST', ''],
      ['POST', '/sweep'],
      ['GET', '/1'],
      ['DELETE', '/1'],
      ['POST', '/1/next'],
      ['GET', '/1/commands'],
    ] as const) {
      const { status, body } = await ask(method, path, method === 'POST' ? {} : undefined, VIEWER);
      expect([method, path, status, body.code]).toEqual([method, path, 403, 'forbidden']);
    }
  });

  it('is not there while it is switched off', async () => {
    const { ask } = await open([]);
    const { status, body } = await ask('POST', '', {}, ADMIN);
    expect([status, body.code]).toEqual([403, 'feature-disabled']);
    expect(body.detail).toContain('--allow probe');
  });

  it('knows no other probe', async () => {
    const { ask } = await open();
    for (const path of ['/12345678', '/12345678/commands']) {
      expect((await ask('GET', path)).status).toBe(404);
    }
    expect((await ask('DELETE', '/12345678')).status).toBe(404);
  });
});
