import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createKubelet, type Kubelet, type KubeletOptions } from './client.ts';

const NOW_MS = 1_795_985_545_000;
const PODS = JSON.stringify({ items: [{ metadata: { name: 'web', namespace: 'shop' } }] });
const NOTHING: KubeletOptions = {
  url: null,
  tokenFile: null,
  certFile: null,
  keyFile: null,
  caFile: null,
  nowMs: () => NOW_MS,
};

let folder: string;
let server: Server | undefined;
let kubelet: Kubelet | undefined;
const { signal } = new AbortController();

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubelet-'));
  writeFileSync(join(folder, 'token'), 'secret-token\n');
});

afterAll(() => rmSync(folder, { recursive: true }));

afterEach(async () => {
  kubelet?.close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(0) : server.close(resolve)));
  server = undefined;
});

async function listen(made: Server): Promise<string> {
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(made.address() as AddressInfo).port}`;
}

const serve = async (listener: RequestListener) => `http://${await listen(createServer(listener))}`;

function open(options: Partial<KubeletOptions>): Kubelet {
  kubelet = createKubelet({ ...NOTHING, ...options });
  return kubelet;
}

describe('createKubelet', () => {
  it('reads the pods from /pods', async () => {
    const paths: (string | undefined)[] = [];
    const url = await serve((request, response) => {
      paths.push(request.url);
      response.end(PODS);
    });
    const opened = open({ url: `${url}/` });
    expect(await opened.pods({ signal })).toMatchObject({
      available: true,
      asOfMs: NOW_MS,
      value: [{ name: 'web' }],
    });
    expect(paths).toEqual(['/pods']);
    expect(opened.source()).toEqual({
      name: 'kubelet',
      status: 'ok',
      reason: `Reads 1 pods from ${url}/pods.`,
      enable: null,
    });
  });

  it('gives the same pods for the same bytes without reading them again', async () => {
    const opened = open({ url: await serve((_, response) => response.end(PODS)) });
    const first = await opened.pods({ signal });
    const second = await opened.pods({ signal });
    expect(first.available && second.available && first.value === second.value).toBe(true);
  });

  it('keeps the sound pods when some are malformed, and says so', async () => {
    const body = JSON.stringify({ items: [{ metadata: { name: 'a', namespace: 'b' } }, 7] });
    const opened = open({ url: await serve((_, response) => response.end(body)) });
    expect(await opened.pods({ signal })).toMatchObject({
      available: true,
      value: [{ name: 'a' }],
    });
    expect(opened.source()).toMatchObject({ status: 'degraded' });
  });

  it.each([
    [401, 'asks for a credential', '--kubelet-token-file'],
    [403, 'lacks nodes/pods', 'nodes/pods'],
    [404, 'answered with status 404', '10250'],
    [500, 'answered with status 500', '10250'],
  ])('explains status %i', async (status, reason, enable) => {
    const url = await serve((_, response) => response.writeHead(status).end('no'));
    const opened = open({ url });
    expect(await opened.pods({ signal })).toMatchObject({ available: false });
    expect(opened.source()).toMatchObject({
      status: 'unavailable',
      reason: expect.stringContaining(reason),
      enable: expect.stringContaining(enable),
    });
    expect(opened.source().enable).not.toContain('proxy');
  });

  it.each([
    ['what is no JSON', 'not JSON', '<html>'],
    ['what is no list', 'list of pods', '{"kind":"Status"}'],
  ])('explains %s', async (_name, reason, body) => {
    const opened = open({ url: await serve((_, response) => response.end(body)) });
    await opened.pods({ signal });
    expect(opened.source().reason.replace('did not answer with JSON', 'not JSON')).toContain(
      reason,
    );
  });

  it('explains a closed port', async () => {
    const url = await serve(() => {});
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    const opened = open({ url });
    await opened.pods({ signal });
    expect(opened.source().reason).toContain('connection refused');
  });

  it('gives up on a kubelet that hangs', async () => {
    const opened = open({ url: await serve(() => {}), timeoutMs: 50 });
    await opened.pods({ signal });
    expect(opened.source().reason).toContain('has not answered within 0.05 s');
  });

  it('gives up on a body that never ends', async () => {
    const url = await serve((_, response) => response.write('{"items":['));
    const opened = open({ url, timeoutMs: 50 });
    await opened.pods({ signal });
    expect(opened.source().reason).toContain('has not answered');
  });

  it('rejects when the caller gives up', async () => {
    const controller = new AbortController();
    const url = await serve(() => controller.abort(new Error('enough')));
    await expect(open({ url }).pods({ signal: controller.signal })).rejects.toThrow('enough');
  });

  it('connects again after kubelet closed the idle connection', async () => {
    const opened = open({ url: await serve((_, response) => response.end(PODS)) });
    await opened.pods({ signal });
    server?.closeAllConnections();
    expect(await opened.pods({ signal })).toMatchObject({ available: true });
  });

  it('shows no token where it would travel in the clear', async () => {
    let seen: string | undefined = 'none yet';
    const url = await serve((request, response) => {
      seen = request.headers.authorization;
      response.end(PODS);
    });
    await open({ url, tokenFile: join(folder, 'token') }).pods({ signal });
    expect(seen).toBeUndefined();
  });

  it('names the flag whose file cannot be read', async () => {
    const opened = open({ url: 'https://127.0.0.1:1', tokenFile: join(folder, 'absent') });
    await opened.pods({ signal });
    expect(opened.source().reason).toContain('--kubelet-token-file');
  });

  it.each([
    [true, 'kubelet itself is alive'],
    [false, 'No kubelet answers'],
  ])('says without an address whether a kubelet lives here: %s', async (isAlive, expected) => {
    const url = await serve((_, response) => response.end('ok'));
    if (!isAlive) await new Promise((resolve) => server?.close(resolve));
    const opened = open({ healthzUrl: new URL(`${url}/healthz`) });
    await opened.pods({ signal });
    expect(opened.source().reason).toContain(expected);
    expect(opened.source().enable).toContain('--kubelet');
  });
});

describe('createKubelet over TLS', () => {
  const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
  const key = fixture('kubelet.key.pem');
  const cert = fixture('kubelet.cert.pem');

  async function serveTls(listener: RequestListener): Promise<string> {
    const options = {
      key: readFileSync(key),
      cert: readFileSync(cert),
      requestCert: true,
      rejectUnauthorized: false,
    };
    return `https://${await listen(createTlsServer(options, listener))}`;
  }

  it('sends the token and says that the certificate is not verified', async () => {
    let seen: string | undefined;
    const url = await serveTls((request, response) => {
      seen = request.headers.authorization;
      response.end(PODS);
    });
    const opened = open({ url, tokenFile: join(folder, 'token') });
    await opened.pods({ signal });
    expect(seen).toBe('Bearer secret-token');
    expect(opened.source()).toMatchObject({
      status: 'ok',
      reason: expect.stringContaining('not verified'),
    });
  });

  it('verifies the certificate against a given CA, whatever name it bears on loopback', async () => {
    const url = await serveTls((_, response) => response.end(PODS));
    const opened = open({ url, caFile: cert });
    expect(await opened.pods({ signal })).toMatchObject({ available: true });
    expect(opened.source().reason).not.toContain('not verified');
  });

  it('refuses a certificate of another CA', async () => {
    const url = await serveTls((_, response) => response.end(PODS));
    const opened = open({ url, caFile: fixture('other.cert.pem') });
    await opened.pods({ signal });
    expect(opened.source()).toMatchObject({ status: 'unavailable' });
    expect(opened.source().enable).toContain('--kubelet-ca');
  });

  it('shows a client certificate', async () => {
    let subject = '';
    const url = await serveTls((request, response) => {
      const { socket } = request;
      if ('getPeerCertificate' in socket && typeof socket.getPeerCertificate === 'function') {
        subject = socket.getPeerCertificate().subject?.CN ?? '';
      }
      response.end(PODS);
    });
    await open({ url, certFile: cert, keyFile: key }).pods({ signal });
    expect(subject).toBe('node1');
  });

  it('does not talk to another machine whose certificate it cannot verify', async () => {
    const opened = open({ url: 'https://192.0.2.1:10250', tokenFile: join(folder, 'token') });
    await opened.pods({ signal });
    expect(opened.source()).toMatchObject({
      reason: expect.stringContaining('not on loopback'),
      enable: expect.stringContaining('--kubelet-ca'),
    });
  });

  it('explains a rejected credential', async () => {
    const url = await serveTls((_, response) => response.writeHead(401).end());
    const opened = open({ url, tokenFile: join(folder, 'token') });
    await opened.pods({ signal });
    expect(opened.source().reason).toContain('does not accept the credential');
  });
});
