import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { forwardPort } from '../../../server/forward/forward-port.ts';
import type { Runtime } from '../../../server/runtime.ts';
import type { DressName } from '../model/scenario.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import { ROLE_TOKENS, streamServerForTest } from '../testing/stream-server.ts';

const certs = mkdtempSync(join(tmpdir(), 'sim-certs-'));
beforeAll(() => {
  const files = ['-keyout', join(certs, 'key.pem'), '-out', join(certs, 'cert.pem')];
  const about = [
    '-days',
    '30',
    '-nodes',
    '-subj',
    '/CN=web.shop',
    '-addext',
    'subjectAltName=DNS:web.shop',
  ];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...files, ...about], {
    stdio: 'ignore',
  });
});
afterAll(() => rmSync(certs, { recursive: true, force: true }));

async function listen(server: Server | HttpServer): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

async function start(dress: DressName = 'containerd') {
  const { sim, client } = await simForTest({ dress, scenarios: ['healthy'] });
  const { items } = await client.call(RuntimeService.method.listPodSandbox);
  const sandbox = items[0];
  const podName = sandbox?.metadata?.name ?? '';
  const podSandboxId = sandbox?.id ?? '';
  const pod = { sandboxes: [{ id: podSandboxId, state: 'ready' }] };
  const runtime = {
    pod: async ({ name }: { name: string }) => (name === podName ? pod : null),
  } as unknown as Partial<Runtime>;
  const server = await streamServerForTest(sim, { runtime });
  const check = async (body: object) =>
    server.post(`/pods/shop/${podName}/check-port`, { port: 8080, ...body });
  return { sim, server, podName, podSandboxId, check };
}

describe.each(['containerd', 'crio'] as const)('a port that is asked, on %s', (dress) => {
  it('answers HTTP: status, headers, the first of the body', async () => {
    const { sim, podName, check } = await start(dress);
    const web = createHttp((request, response) => {
      response.setHeader('x-asked', `${request.headers.host} ${request.url}`);
      response.end('x'.repeat(200_000));
    });
    sim.control.listenInPod(podName, 8080, await listen(web));
    const { status, body } = await check({ path: '/health?deep=1', host: 'web.shop' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      connected: true,
      error: null,
      tls: null,
      http: { status: 200, reason: 'OK', truncated: true },
      sentence: 'Port 8080 answers GET /health?deep=1 with 200 OK.',
    });
    const { http } = body as { http: { headers: unknown[]; body: string } };
    expect(http.headers).toContainEqual({ name: 'x-asked', value: 'web.shop /health?deep=1' });
    expect(http.body.length).toBe(64 * 1024);
  });

  it('is closed: the refusal is told as one', async () => {
    const { check } = await start(dress);
    for (const path of ['/', null]) {
      const { status, body } = await check({ port: 9, path });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        connected: false,
        http: null,
        sentence: expect.stringContaining('Nothing listens on localhost:9'),
        error: expect.stringContaining('connection refused'),
      });
    }
  });
});

describe('a port that is asked', () => {
  it('shows its certificate, trusted or not', async () => {
    const { sim, podName, check } = await start();
    const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(certs, name)));
    const web = createHttps({ key, cert }, (_request, response) => response.end('secret'));
    sim.control.listenInPod(podName, 8443, await listen(web));
    const { body } = await check({ port: 8443, tls: true, host: 'web.shop' });
    expect(body).toMatchObject({
      connected: true,
      tls: {
        version: 'TLSv1.3',
        subject: 'CN=web.shop',
        altNames: ['DNS:web.shop'],
        verified: false,
        verifyError: expect.stringMatching(/SELF_SIGNED/),
      },
      http: { status: 200, body: 'secret' },
    });
    const { tls } = body as { tls: { expiresAt: string } };
    expect(Date.parse(tls.expiresAt)).toBeGreaterThan(Date.now());
  });

  it('speaks another protocol', async () => {
    const { sim, podName, check } = await start();
    const greeter = createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 mail.shop ready\r\n');
    });
    sim.control.listenInPod(podName, 25, await listen(greeter));
    const said = { connected: true, http: null, banner: '220 mail.shop ready\n' };
    expect((await check({ port: 25 })).body).toMatchObject(said);
    expect((await check({ port: 25, path: null })).body).toMatchObject(said);
    const noTls = (await check({ port: 25, tls: true })).body;
    expect(noTls).toMatchObject({
      connected: true,
      tls: null,
      sentence: expect.stringContaining('speaks no TLS'),
    });
  });

  it('takes connections and says nothing', async () => {
    const { sim, podName, check } = await start();
    sim.control.listenInPod(podName, 5432, await listen(createTcp(() => undefined)));
    expect((await check({ port: 5432, path: null })).body).toMatchObject({
      connected: true,
      banner: null,
      sentence: 'Port 5432 takes connections; it says nothing by itself.',
    });
  });

  it('is not asked where there is no pod, or in a form that is none', async () => {
    const { server, check } = await start();
    expect(await server.post('/pods/shop/nobody/check-port', { port: 80 })).toMatchObject({
      status: 404,
    });
    for (const body of [{ port: 0 }, { path: 'x' }, { path: '/a b' }, { host: 'a/b' }]) {
      expect(await check(body)).toMatchObject({ status: 400 });
    }
  });
});

describe('a forwarded port', () => {
  it('carries bytes both ways until the pod closes', async () => {
    const { sim, server, podName, podSandboxId } = await start();
    const echo = createTcp((socket) => {
      socket.on('data', (bytes) => socket.end(`got ${bytes}`));
    });
    sim.control.listenInPod(podName, 7, await listen(echo));
    const client = await server.open({ kind: 'port-forward', podSandboxId, port: 7 });
    await client.untilOpened();
    client.type('hello');
    expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-pod' });
    expect(client.stdout).toBe('got hello');
    await expect.poll(() => server.streams.count()).toBe(0);
    await expect.poll(() => sim.control.streamConnections()).toBe(0);
  });

  it('is refused in words', async () => {
    const { server, podSandboxId } = await start();
    const client = await server.open({ kind: 'port-forward', podSandboxId, port: 9 });
    expect(await client.untilEnd()).toMatchObject({
      reason: 'port-refused',
      detail: expect.stringContaining('Nothing listens on localhost:9'),
    });
  });

  it('by the client: many connections, large answers, refusals told', async () => {
    const { sim, server, podName } = await start();
    const size = 3_000_000;
    const web = createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.alloc(size, 0x61)));
    });
    sim.control.listenInPod(podName, 8080, await listen(web));
    const told: string[] = [];
    const asked = {
      namespace: 'shop',
      pod: podName,
      ports: [],
      server: `http://127.0.0.1:${server.port}`,
      token: ROLE_TOKENS.operator,
      ca: null,
      listen: '127.0.0.1',
    };
    const tell = (line: string): void => void told.push(line);
    const port = await forwardPort(asked, { localPort: 0, podPort: 8080 }, tell);
    onTestFinished(() => port.close());
    const read = async (): Promise<number> => {
      const socket = connect(port.localPort, '127.0.0.1');
      socket.write('go');
      let bytes = 0;
      for await (const chunk of socket) bytes += (chunk as Buffer).length;
      return bytes;
    };
    expect(await Promise.all([read(), read(), read()])).toEqual([size, size, size]);
    expect(told).toEqual([]);
    const closed = await forwardPort(asked, { localPort: 0, podPort: 9 }, tell);
    onTestFinished(() => closed.close());
    const socket = connect(closed.localPort, '127.0.0.1');
    await once(socket, 'close');
    expect(told).toEqual([expect.stringContaining('Nothing listens on localhost:9')]);
    await expect.poll(() => server.streams.count()).toBe(0);
  });
});
