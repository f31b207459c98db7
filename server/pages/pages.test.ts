import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildSync } from 'esbuild';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { IMAGE_404, sampleNode, sampleRow } from '../http/testing/samples.ts';
import {
  fakeRuntime,
  startTestServer,
  type TestServer,
  TOKENS,
} from '../http/testing/start-test-server.ts';
import {
  openRendererProcess,
  type RendererProcess,
} from '../renderer-process/open-renderer-process.ts';
import { createCapabilities } from './capabilities.ts';
import { createPages } from './create-pages.ts';
import { createFirstViewServer } from './first-view-server.ts';
import { createPageProxy } from './page-proxy.ts';

const log = pino({ level: process.env['TLOG'] ?? 'silent' });
const token = TOKENS[0].token;
const isRoot = process.getuid?.() === 0;
let cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  const all = cleanups.reverse();
  cleanups = [];
  for (const cleanup of all) await cleanup();
});

interface Stack {
  readonly server: TestServer;
  readonly renderer: RendererProcess;
}

/** A project with the fake renderer in it. */
function makeProject(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'cri-triage-pages-'));
  chmodSync(folder, mode);
  mkdirSync(join(folder, 'dist'));
  copyFileSync(
    join(import.meta.dirname, 'testing/fake-renderer.mjs'),
    join(folder, 'dist/renderer.mjs'),
  );
  buildSync({
    entryPoints: [join(import.meta.dirname, '../renderer-process/enter-renderer.ts')],
    outfile: join(folder, 'dist/enter-renderer.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  for (const file of ['dist', 'dist/renderer.mjs', 'dist/enter-renderer.mjs'])
    chmodSync(join(folder, file), 0o755);
  cleanups.push(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function start(
  options: { idleMs?: number; entry?: string; maxWaitMs?: number; projectMode?: number } = {},
): Promise<Stack> {
  const projectRoot = makeProject(options.projectMode ?? 0o755);
  const entry = options.entry ?? join(projectRoot, 'dist/renderer.mjs');
  const renderer = openRendererProcess({
    entry,
    projectRoot,
    basePath: '',
    enterEntry: join(projectRoot, 'dist/enter-renderer.mjs'),
    isDev: false,
    idleMs: options.idleMs ?? 60_000,
    log,
  });
  const runtime = fakeRuntime([sampleRow('shop', 'api', IMAGE_404), sampleRow('shop', 'web')], {
    node: async () =>
      sampleNode({
        sentence: { lead: '1 of 2 pods is stuck.', rest: 'Its image <is> absent.', tone: 'bad' },
      }),
  });
  const capabilities = createCapabilities();
  const firstViews = createFirstViewServer({ runtime, capabilities, log });
  firstViews.listen(renderer.apiSocketPath);
  await once(firstViews, 'listening');
  renderer.handOverApiSocket();
  const proxy = createPageProxy({ socketPath: renderer.socketPath, isDev: false });
  const maxWaitMs = options.maxWaitMs ?? 10_000;
  const pages = createPages({
    renderer,
    proxy,
    capabilities,
    runtime,
    basePath: '',
    log,
    maxWaitMs,
  });
  const server = await startTestServer({ parts: { pages, runtime } });
  cleanups.push(async () => {
    await server.close();
    proxy.close();
    await renderer.close();
    firstViews.closeAllConnections();
    firstViews.close();
  });
  return { server, renderer };
}

async function look(server: TestServer, path: string, headers: Record<string, string> = {}) {
  const answer = await server.ask(path, { token, headers });
  return { ...answer, page: answer.status === 200 ? JSON.parse(answer.body) : null };
}

describe('renderer', () => {
  test('starts with the first page and gets its first view', async () => {
    const { server, renderer } = await start();
    expect(renderer.rssBytes()).toBeNull();
    const node = await look(server, '/');
    expect(node.page.view).toMatchObject({
      status: 200,
      body: { view: { page: 'node' }, session: { user: 'ada' } },
    });
    expect(renderer.rssBytes()).toBeGreaterThan(1_000_000);
    const pods = await look(server, '/pods?q=stage:pull&_rsc=1');
    expect(pods.page.view.body.view).toMatchObject({
      page: 'pods',
      query: 'stage:pull',
      pods: { total: 1 },
    });
    const pod = await look(server, '/pods/shop/api');
    expect(pod.page.view.body.view).toMatchObject({ page: 'pod', pod: { name: 'api' } });
    const gone = await look(server, '/pods/shop/gone');
    expect(gone.page.view.body.view).toEqual({
      page: 'pod',
      pod: null,
      namespace: 'shop',
      name: 'gone',
    });
  });

  test('sees neither tokens nor sessions nor our environment', async () => {
    process.env['CRI_TRIAGE_TOKEN'] = 'secret-of-the-server';
    cleanups.push(() => void delete process.env['CRI_TRIAGE_TOKEN']);
    const { server } = await start();
    const cookie = `${await server.logIn()}; theme=dark; other=1`;
    const headers = {
      cookie,
      'x-forwarded-host': 'evil.example',
      'next-action': 'x',
      'x-middleware-subrequest': 'x',
    };
    const answer = await server.ask('/', { headers });
    const page = JSON.parse(answer.body);
    expect(answer.body).not.toContain('secret-of-the-server');
    expect(Object.keys(page.env).sort()).toEqual(
      [
        'CRI_TRIAGE_API_SOCKET',
        'CRI_TRIAGE_BASE_PATH',
        'CRI_TRIAGE_DEV',
        'CRI_TRIAGE_RENDERER_SOCKET',
        'MALLOC_ARENA_MAX',
        'NEXT_TELEMETRY_DISABLED',
        'NODE_CHANNEL_FD',
        'NODE_CHANNEL_SERIALIZATION_MODE',
        'NODE_ENV',
        'PATH',
      ].filter((name) => name in page.env),
    );
    expect(page.headers.cookie).toBe('theme=dark');
    for (const name of [
      'authorization',
      'x-forwarded-host',
      'next-action',
      'x-middleware-subrequest',
    ]) {
      expect(page.headers[name], name).toBeUndefined();
    }
    expect(page.argv).toContain('--max-old-space-size=96');
  });

  test('hands its nonce to the page, and sets neither cookie nor policy', async () => {
    const { server } = await start();
    const { headers, page } = await look(server, '/');
    const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(page.headers['content-security-policy']).toBe(headers['content-security-policy']);
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    const again = await look(server, '/');
    expect(again.headers['content-security-policy']).not.toBe(headers['content-security-policy']);
  });

  test('only hashed assets are kept by browsers; redirects stay here; no image is fetched', async () => {
    const { server } = await start();
    const asset = await look(server, '/_next/static/x.js');
    expect(asset.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    expect(asset.page.view).toBeNull();
    expect((await look(server, '/')).headers.location).toBe('/here');
    expect((await look(server, '/away')).headers.location).toBeUndefined();
    expect((await look(server, '/_next/image?url=http://evil.example')).status).toBe(404);
  });

  test('a capability opens one view, once, and nothing else', async () => {
    const { server } = await start();
    const { page } = await look(server, '/twice');
    expect([page.first.status, page.second.status, page.second.body.code]).toEqual([
      200,
      401,
      'unauthorized',
    ]);
    const other = await look(server, '/elsewhere');
    expect([other.page.other.status, other.page.forged.status]).toEqual([404, 401]);
  });

  test('ends when idle and comes back with the next page', async () => {
    const { server, renderer } = await start({ idleMs: 20 });
    expect((await look(server, '/')).status).toBe(200);
    await expect.poll(() => renderer.rssBytes()).toBeNull();
    expect((await look(server, '/')).status).toBe(200);
  });

  test('a crash costs one page; the next one is served again, until it crashes too often', async () => {
    const { server } = await start();
    const body = async () => (await server.ask('/', { token })).body;
    for (let crash = 1; crash < 5; crash += 1) {
      expect((await server.ask('/die', { token })).status).toBe(503);
      await expect.poll(body, { timeout: 5_000 }).toContain('"view"');
    }
    await server.ask('/die', { token });
    await expect.poll(body, { timeout: 5_000 }).toContain('the renderer ended 5 times in a minute');
  });

  test('leaves nothing behind', async () => {
    const { server, renderer } = await start();
    const { page } = await look(server, '/');
    await renderer.close();
    expect(existsSync(dirname(page.env.CRI_TRIAGE_API_SOCKET))).toBe(false);
  });
});

describe('without a renderer', () => {
  test('a plain page still tells the verdict, with names as text', async () => {
    const { server } = await start({ entry: '/nowhere/renderer.mjs' });
    const answer = await server.ask('/pods/shop/api', { token });
    expect(answer.status).toBe(503);
    expect(answer.body).toContain('1 of 2 pods is stuck.');
    expect(answer.body).toContain('api is stuck.');
    expect(answer.body).toContain('Its image &#60;is&#62; absent.');
    expect(answer.body).not.toContain('<script');
    expect((await server.ask('/_next/static/x.js', { token })).status).toBe(503);
  });

  test('a page that hangs gives way to the plain one when the person leaves or time is up', async () => {
    const { server } = await start({ maxWaitMs: 1 });
    const answer = await server.ask('/', { token });
    expect(answer.status).toBe(503);
    expect(answer.body).toContain('the renderer is still starting');
  });
});

describe.runIf(isRoot)('as root', () => {
  test('a project in a folder that is closed to others is shown to it by a mount of its own', async () => {
    const { server } = await start({ projectMode: 0o700 });
    const { page } = await look(server, '/');
    expect([page.uid, page.gid]).toEqual([65_534, 65_534]);
    expect(page.view).toMatchObject({ status: 200 });
    expect(page.cwd).toBe(page.env.CRI_TRIAGE_APP_ROOT);
    expect(page.canBecomeRoot).toBe(false);
    // The mount is in the renderer's namespace only.
    expect(readdirSync(page.cwd)).toEqual([]);
  });

  test('runs as nobody, alone in its group, and cannot open a socket that is ours', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cri-triage-runtime-'));
    chmodSync(folder, 0o755);
    const runtimeSocket = join(folder, 'containerd.sock');
    const fakeContainerd: Server = createServer();
    fakeContainerd.listen(runtimeSocket);
    await once(fakeContainerd, 'listening');
    // As containerd makes it: root only.
    chmodSync(runtimeSocket, 0o660);
    cleanups.push(() => {
      fakeContainerd.close();
      rmSync(folder, { recursive: true });
    });
    const { server, renderer } = await start();
    const { page } = await look(server, '/');
    expect([page.uid, page.gid]).toEqual([65_534, 65_534]);
    expect(page.groups.filter((group: number) => group !== 65_534)).toEqual([]);
    expect((await look(server, `/open?socket=${encodeURIComponent(runtimeSocket)}`)).page).toEqual({
      opened: 'EACCES',
    });
    expect(statSync(dirname(renderer.socketPath))).toMatchObject({ uid: 65_534 });
    expect(statSync(dirname(renderer.socketPath)).mode & 0o777).toBe(0o700);
    expect(statSync(renderer.apiSocketPath).mode & 0o777).toBe(0o600);
  });
});

test('a capability that nobody took expires', () => {
  let nowMs = 0;
  const capabilities = createCapabilities(() => nowMs);
  const grant = {
    url: { path: '/', query: new URLSearchParams(), search: '' },
    session: { user: 'a', role: 'viewer', allowed: [] },
  } as const;
  const key = capabilities.mint(grant);
  const late = capabilities.mint(grant);
  expect(capabilities.take(key)).toEqual(grant);
  nowMs = 10_000;
  expect(capabilities.take(late)).toBeNull();
  expect(capabilities.take(undefined)).toBeNull();
});
