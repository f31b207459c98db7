import { describe, expect, it } from 'vitest';
import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { simForTest } from '../testing/sim-for-test.ts';
import {
  ROLE_TOKENS,
  type StreamServerOptions,
  streamServerForTest,
  upgradeStatus,
} from '../testing/stream-server.ts';

async function start(options: StreamServerOptions = {}) {
  const { sim, client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const { containers } = await client.call(RuntimeService.method.listContainers);
  const containerId = containers[0]?.id ?? '';
  const server = await streamServerForTest(sim, options);
  return { sim, containerId, server, exec: { kind: 'exec', containerId } };
}

describe('a ticket', () => {
  it('is for one connection, 30 s, and says where', async () => {
    const { server, exec } = await start();
    const { status, body } = await server.post('/tickets', exec);
    expect(status).toBe(201);
    expect(body).toMatchObject({ url: expect.stringMatching(/^\/ws\/exec\?ticket=[\w-]{43}$/) });
    const { url, expiresAt } = await server.ticket(exec);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(25_000);
    expect(await upgradeStatus(server.connect(url))).toBe(101);
    expect(await upgradeStatus(server.connect(url))).toBe(403);
  });

  it('is worth nothing in other hands, and used up by them', async () => {
    const { server, exec } = await start();
    const { url } = await server.ticket(exec);
    expect(await upgradeStatus(server.connect(url, { as: 'admin' }))).toBe(403);
    expect(await upgradeStatus(server.connect(url))).toBe(403);
  });

  it('opens no other kind than its own', async () => {
    const { server, exec } = await start();
    const { ticket } = await server.ticket(exec);
    expect(await upgradeStatus(server.connect(`/ws/attach?ticket=${ticket}`))).toBe(403);
    expect(await upgradeStatus(server.connect('/ws/exec'))).toBe(403);
    expect(await upgradeStatus(server.connect('/ws/shell?ticket=x'))).toBe(404);
  });

  it('is not given to a viewer, nor for what is switched off', async () => {
    const { server, exec, containerId } = await start({ allow: ['exec'] });
    expect(await server.post('/tickets', exec, 'viewer')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await server.post('/tickets', { kind: 'attach', containerId }, 'admin')).toMatchObject({
      status: 403,
      body: { code: 'feature-disabled', detail: expect.stringContaining('--allow attach') },
    });
  });

  it('is not given for what nobody can mean', async () => {
    const { server } = await start();
    for (const body of [
      {},
      { kind: 'exec' },
      { kind: 'exec', containerId: '../x' },
      { kind: 'port-forward', podSandboxId: 'a', port: 0 },
      { kind: 'exec', containerId: 'a', extra: 1 },
    ]) {
      expect(await server.post('/tickets', body)).toMatchObject({ status: 400 });
    }
    const session = 'no-such-session-1';
    expect(await server.post('/tickets', { kind: 'resume', session })).toMatchObject({
      status: 404,
    });
  });
});

describe('an upgrade', () => {
  it.each([
    ['another page', { origin: 'http://evil.example' }, 403],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page without a place', { origin: 'null' }, 403],
    ['a foreign Host', { host: 'evil.example' }, 421],
    ['a token that is not known', { authorization: 'Bearer wrong-token-1' }, 401],
  ])(
    'from %s is refused, and the ticket stays good for its owner',
    async (_from, headers, status) => {
      const { server, exec } = await start();
      const { url } = await server.ticket(exec);
      expect(await upgradeStatus(server.connect(url, { headers }))).toBe(status);
      expect(await upgradeStatus(server.connect(url))).toBe(101);
    },
  );

  it('with a cookie needs the exact Origin, and a ticket of that login', async () => {
    const { server, exec } = await start();
    const origin = `http://127.0.0.1:${server.port}`;
    const login = await fetch(`${origin}/login?token=${ROLE_TOKENS.operator}`, {
      redirect: 'manual',
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const asked = await fetch(`${origin}/api/v1/tickets`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify(exec),
    });
    const { url } = (await asked.json()) as { url: string };
    const connect = (headers: Record<string, string>) =>
      upgradeStatus(server.connect(url, { as: null, headers: { cookie, ...headers } }));
    // What a browser sends along with a GET of its own page is not enough here.
    expect(await connect({ origin: '', 'sec-fetch-site': 'same-origin' })).toBe(403);
    expect(await connect({ origin: `${origin}0` })).toBe(403);
    expect(await upgradeStatus(server.connect(url, { as: null }))).toBe(401);
    expect(await connect({ origin })).toBe(101);
  });
});

describe('routes that act', () => {
  it('are refused alike: by switch, then by role', async () => {
    const { server, containerId } = await start({ allow: ['exec'] });
    const path = `/containers/${containerId}/exec`;
    const body = { command: ['echo', 'hello'] };
    expect(await server.post(path, body, 'viewer')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
    expect(await server.post(path, body)).toMatchObject({
      status: 200,
      body: { exitCode: 0, stdout: 'hello\n' },
    });
    expect(await server.post('/pods/shop/web-0/check-port', { port: 80 }, 'admin')).toMatchObject({
      status: 403,
      body: { code: 'feature-disabled' },
    });
  });

  it('leave an audit line when something opens and when it ends', async () => {
    const { server, containerId } = await start();
    const client = await server.open({
      kind: 'exec',
      containerId,
      command: ['sh', '-c', 'exit 7'],
      tty: false,
    });
    await client.untilEnd();
    const about = {
      stream: 'exec',
      user: 'operator',
      role: 'operator',
      target: containerId,
      pod: 'shop/web-0',
      container: 'app',
      command: 'sh -c exit 7',
    };
    await expect
      .poll(() => server.lines.filter(({ stream }) => stream === 'exec'))
      .toMatchObject([
        { ...about, msg: 'stream opened' },
        { ...about, msg: 'stream ended', reason: 'exited', exitCode: 7, bytesIn: 0, bytesOut: 0 },
      ]);
  });
});
