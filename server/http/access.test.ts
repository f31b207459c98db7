import { afterEach, describe, expect, test } from 'vitest';
import { IMAGE_404, sampleRow } from './testing/samples.ts';
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

const ADMIN = TOKENS[0].token;

describe('host', () => {
  test.each([
    ['localhost:9000', 200],
    ['127.0.0.1', 200],
    ['[::1]:1', 200],
    ['LOCALHOST:8666', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example:8666', 421],
    ['localhost@evil.example', 421],
    ['node-3.example:8666', 200],
    ['other.example', 421],
  ])('%s → %i', async (host, status) => {
    const { ask } = await start({ gate: { allowHosts: ['node-3.example'] } });
    const answer = await ask('/healthz', { headers: { host } });
    expect(answer.status).toBe(status);
    if (status === 421)
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'misdirected-request', status: 421 });
  });
});

describe('login', () => {
  test('a page sends whoever is not known to the login, with the way back', async () => {
    const { ask } = await start();
    const answer = await ask('/pods?q=stage:pull');
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/login?next=%2Fpods%3Fq%3Dstage%3Apull');
  });

  test('the API answers 401 as a problem, for paths that do not exist too', async () => {
    const { ask } = await start();
    for (const path of ['/api/v1/node', '/api/v1/nothing', '/api/v2', '/_next/static/x.js']) {
      const answer = await ask(path);
      expect(answer.status, path).toBe(401);
      expect(answer.headers['content-type']).toBe('application/problem+json');
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'unauthorized', type: 'about:blank' });
    }
  });

  test('a link with the token sets a strict cookie and goes on to next', async () => {
    const { ask } = await start();
    const answer = await ask(
      `/login?token=${ADMIN}&next=${encodeURIComponent('/pods/shop/api?uid=1')}`,
    );
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/pods/shop/api?uid=1');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^cri-triage-[0-9a-f]{12}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(ADMIN);
  });

  test('the cookie then opens the API, and nothing else opens it', async () => {
    const { ask, logIn } = await start();
    const cookie = await logIn();
    expect((await ask('/api/v1/node', { headers: { cookie } })).status).toBe(200);
    expect((await ask('/api/v1/node', { headers: { cookie: `${cookie}x` } })).status).toBe(401);
    expect(
      (await ask('/api/v1/node', { headers: { cookie: `${cookie}; ${cookie}` } })).status,
    ).toBe(401);
    expect((await ask('/api/v1/node', { token: 'viewer-token-2' })).status).toBe(401);
    expect(
      (await ask('/api/v1/node', { headers: { cookie }, token: 'viewer-token-2' })).status,
    ).toBe(401);
  });

  test('the form works with our Origin and not with another', async () => {
    const { ask, port } = await start();
    const form = { method: 'POST', body: `token=${ADMIN}&next=%2Fpods` };
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const ours = await ask('/login', {
      ...form,
      headers: { ...type, origin: `http://localhost:${port}` },
    });
    expect([ours.status, ours.headers.location]).toEqual([303, '/pods']);
    for (const origin of [
      `http://localhost:${port + 1}`,
      `https://localhost:${port}`,
      'null',
      'http://evil.example',
    ]) {
      expect((await ask('/login', { ...form, headers: { ...type, origin } })).status, origin).toBe(
        403,
      );
    }
    expect((await ask('/login', { ...form, headers: type })).status).toBe(403);
  });

  test('a wrong token gives the form again, says so, and never shows the token', async () => {
    const { ask } = await start();
    const answer = await ask('/login?token=wrong-token-9&next=/pods');
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.body).toContain('does not belong to this node');
    expect(answer.body).toContain('name="next" value="/pods"');
    expect(answer.body).not.toContain('wrong-token-9');
  });

  test('a large form is refused', async () => {
    const { ask, port } = await start();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `http://localhost:${port}`,
    };
    const answer = await ask('/login', {
      method: 'POST',
      headers,
      body: `token=${'x'.repeat(5_000)}`,
    });
    expect(answer.status).toBe(413);
  });

  test('logout ends the session on the server', async () => {
    const { ask, logIn, port } = await start();
    const cookie = await logIn();
    const origin = `http://localhost:${port}`;
    expect((await ask('/logout', { method: 'POST', headers: { cookie } })).status).toBe(403);
    const out = await ask('/logout', { method: 'POST', headers: { cookie, origin } });
    expect([out.status, out.headers.location]).toEqual([303, '/login']);
    expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
    expect((await ask('/api/v1/node', { headers: { cookie } })).status).toBe(401);
  });

  test('an idle session ends; a used one lives on, but not beyond twelve hours', async () => {
    let nowMs = 0;
    const { ask, logIn } = await start({ gate: { now: () => nowMs } });
    const cookie = await logIn();
    const status = async () => (await ask('/api/v1/node', { headers: { cookie } })).status;
    for (let minute = 0; minute < 12 * 60; minute += 50) {
      nowMs = minute * 60_000;
      expect(await status(), `minute ${minute}`).toBe(200);
    }
    nowMs = 12 * 60 * 60_000 + 1;
    expect(await status()).toBe(401);
    const other = await logIn();
    nowMs += 60 * 60_000 + 1;
    expect((await ask('/api/v1/node', { headers: { cookie: other } })).status).toBe(401);
  });

  test('behind TLS the cookie is Secure, and a proxy that ends TLS is believed for its own name only', async () => {
    const { ask } = await start({ gate: { allowHosts: ['https://cri.example'] } });
    const secure = await ask(`/login?token=${ADMIN}`, { headers: { host: 'cri.example' } });
    expect(String(secure.headers['set-cookie'])).toContain('; Secure');
    const plain = await ask(`/login?token=${ADMIN}`);
    expect(String(plain.headers['set-cookie'])).not.toContain('Secure');
  });
});

describe('next', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%09/evil.example'.replace('%09', '\t'),
    '/x/..//evil.example',
    '/./\\evil.example',
    'evil.example',
    '/login?next=/login',
    '/logout',
    '/\u0000',
    '',
  ])('%j is not followed', async (next) => {
    const { ask } = await start();
    const answer = await ask(`/login?token=${ADMIN}&next=${encodeURIComponent(next)}`);
    expect(answer.headers.location).toBe('/');
  });

  test('with a base path everything stays below it', async () => {
    const { ask, logIn } = await start({ gate: { basePath: '/cri' } });
    const answer = await ask(`/cri/login?token=${ADMIN}&next=/pods`);
    expect(answer.headers.location).toBe('/cri/pods');
    expect(String(answer.headers['set-cookie'])).toContain('Path=/cri;');
    const cookie = await logIn();
    expect((await ask('/cri/api/v1/node', { headers: { cookie } })).status).toBe(200);
    expect((await ask('/api/v1/node', { headers: { cookie } })).status).toBe(404);
    expect((await ask('/critical/api/v1/node', { headers: { cookie } })).status).toBe(404);
    expect((await ask('/cri/pods')).headers.location).toBe('/cri/login?next=%2Fpods');
    expect((await ask('/healthz')).status).toBe(200);
  });
});

describe('origin', () => {
  test('a stream opens for our own page and for a bare bearer, not for others', async () => {
    const { open, logIn, port } = await start();
    const cookie = await logIn();
    const own = `http://localhost:${port}`;
    const status = async (headers: Record<string, string>, token?: string) => {
      const answer = await open('/api/v1/events', {
        headers,
        ...(token === undefined ? {} : { token }),
      });
      answer.destroy();
      return answer.statusCode;
    };
    expect(await status({ cookie, origin: own })).toBe(200);
    expect(await status({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await status({ cookie, referer: `${own}/pods` })).toBe(200);
    expect(await status({}, ADMIN)).toBe(200);
    expect(await status({ cookie })).toBe(403);
    expect(await status({ cookie, 'sec-fetch-site': 'same-site', referer: `${own}/` })).toBe(403);
    expect(await status({ cookie, 'sec-fetch-site': 'none' })).toBe(403);
    expect(await status({ cookie, origin: `http://localhost:${port + 1}` })).toBe(403);
    expect(await status({ cookie, referer: `${own}.evil.example/` })).toBe(403);
    expect(await status({ origin: 'http://evil.example' }, ADMIN)).toBe(403);
  });

  test('an upgrade is refused before anything looks at its path', async () => {
    const { ask, logIn, port } = await start();
    const cookie = await logIn();
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    const status = async (path: string, headers: Record<string, string>) =>
      (await ask(path, { headers: { ...upgrade, ...headers } })).status;
    const origin = `http://localhost:${port}`;
    expect(await status('/ws/logs', { cookie, origin: 'http://evil.example' })).toBe(403);
    expect(await status('/ws/logs', { cookie })).toBe(403);
    expect(await status('/ws/logs', { origin })).toBe(401);
    expect(await status('/ws/logs', { cookie, origin })).toBe(404);
    expect(await status('/_next/hmr', { cookie, origin })).toBe(404);
    expect(await status('/ws/logs', { cookie, origin, host: 'evil.example' })).toBe(421);
  });
});

describe('answers', () => {
  test('bear the safety headers, whatever they are', async () => {
    const { ask } = await start();
    for (const path of ['/', '/login', '/api/v1/node', '/healthz', '/api/nothing', '/x//y']) {
      const { headers } = await ask(path, { token: ADMIN });
      expect(headers['content-security-policy'], path).toMatch(/frame-ancestors 'none'/);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['referrer-policy']).toBeDefined();
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  test('the login page has no script, and its policy lets none in', async () => {
    const { ask } = await start();
    const { body, headers } = await ask('/login?next="><script>alert(1)</script>');
    expect(body).not.toContain('<script');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src/);
  });

  test.each([
    '/a/../b',
    '/a/%2e%2e/b',
    '/a//b',
    '/a\\b',
    '/a%2fb',
    '/a%5Cb',
    'http://localhost/a',
    '/ä',
  ])('an odd path is refused: %s', async (path) => {
    const { ask } = await start();
    const raw = path.replace('ä', '\u00e4');
    expect((await ask(raw, { token: ADMIN }).catch(() => ({ status: 400 }))).status).toBe(400);
  });

  test('methods that a path does not take', async () => {
    const { ask } = await start({ rows: [sampleRow('shop', 'api', IMAGE_404)] });
    const status = async (method: string, path: string) =>
      (await ask(path, { method, token: ADMIN })).status;
    expect(await status('POST', '/api/v1/pods')).toBe(405);
    expect(await status('DELETE', '/api/v1/pods/shop/api')).toBe(405);
    expect(await status('HEAD', '/api/v1/events')).toBe(405);
    expect(await status('POST', '/pods')).toBe(405);
    expect(await status('GET', '/logout')).toBe(405);
    expect(await status('PUT', '/login')).toBe(405);
    const head = await ask('/api/v1/pods', { method: 'HEAD', token: ADMIN });
    expect([head.status, head.body]).toEqual([200, '']);
  });
});
