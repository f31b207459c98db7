import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { WebSocket } from 'ws';
import { apiPaths } from '../../server/contract/paths.ts';
import type { CommandResult, PortCheck, Ticket } from '../../server/contract/ticket.ts';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { StreamClient } from '../sim/testing/stream-client.ts';
import { findContainerd, RELEASES } from './containerd-binaries.ts';
import { whyNoLab } from './install-packages.ts';
import { type Dashboard, startDashboard } from './lab-dashboard.ts';
import { IMAGES } from './lab-images.ts';
import { makeContainer, makePod } from './lab-pod.ts';
import { runPod } from './pods.ts';
import { type Lab, startLab } from './start-lab.ts';

/** Streams into a real container: whatever ends one, nothing of it may stay on the node. */

const OPERATOR = 'operator-of-the-lab';
const VIEWER = 'viewer-of-the-lab';
/** A web server of busybox, so that there is a port to ask. */
const SERVE =
  'mkdir -p /www; echo hello > /www/index.html; httpd -p 127.0.0.1:8080 -h /www; while :; do sleep 1; done';

const test = base;
let lab: Lab;
let dashboard: Dashboard;
let containerId = '';
let podSandboxId = '';
const closing = new AbortController();

test.describe.configure({ mode: 'serial' });

async function startServer(): Promise<Dashboard> {
  const tokens = join(lab.dir, 'tokens');
  writeFileSync(tokens, `operator olga ${OPERATOR}\nviewer vic ${VIEWER}\n`);
  const allow = ['--allow', 'exec,attach,port-forward', '--token-file', tokens];
  return startDashboard(lab, {
    signal: closing.signal,
    kubelet: null,
    command: [process.execPath, '--import', 'tsx', 'server/main.ts', ...allow],
  });
}

test.beforeAll(async () => {
  const reason = whyNoLab();
  base.skip(reason !== null, reason ?? '');
  const { signal } = closing;
  const wanted = process.env['CRI_LAB_VERSION'] ?? '1.7';
  let version = '';
  for (const label of [wanted, ...RELEASES.map((release) => release.label)]) {
    if (version === '' && (await findContainerd(label, signal)) !== null) version = label;
  }
  lab = await startLab({ version, signal });
  const command = ['/bin/sh', '-c', SERVE];
  const pod = makePod('web-0', { containers: [makeContainer({ image: IMAGES.busybox, command })] });
  const { sandboxId, failed } = await runPod(lab, pod, { signal });
  expect(failed).toBeNull();
  podSandboxId = sandboxId ?? '';
  const { containers } = await lab.cri.call(RuntimeService.method.listContainers, {}, { signal });
  containerId = containers[0]?.id ?? '';
  dashboard = await startServer();
});

test.afterAll(async () => {
  await dashboard?.close();
  await lab?.close();
  closing.abort();
});

async function post<T>(
  path: string,
  body: unknown,
  token = OPERATOR,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${dashboard.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

async function openStream(request: unknown): Promise<StreamClient> {
  const { status, body } = await post<Ticket>(apiPaths.tickets(), request);
  expect(status, JSON.stringify(body)).toBe(201);
  const socket = new WebSocket(`${dashboard.origin.replace('http', 'ws')}${body.url}`, {
    headers: { authorization: `Bearer ${OPERATOR}`, origin: dashboard.origin },
    perMessageDeflate: false,
  });
  return new StreamClient(socket, 64 * 1024);
}

/** Processes of the container but its own first one and what that starts. */
function strangers(): readonly string[] {
  const found: string[] = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cgroup`, 'utf8').includes(containerId)) continue;
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      if (!/^(sleep 1|httpd .*|\/bin\/sh -c mkdir.*|)$/.test(command))
        found.push(`${pid} ${command}`);
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

async function nothingRuns(): Promise<void> {
  await expect.poll(strangers, { timeout: 8_000 }).toEqual([]);
}

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The prompt is the last of the output; the shell asks for the cursor's place behind it. */
function hasPrompt({ stdout }: StreamClient): boolean {
  return stdout.slice(-10).includes('# ');
}

test('a shell: echo, size, exit code', async () => {
  const client = await openStream({ kind: 'exec', containerId });
  await client.untilOutput('# ');
  expect(client.opened).toMatchObject({ command: ['sh'], tty: true });
  client.resize(101, 33);
  client.type('stty size; echo x$((1+1))\r');
  await client.untilOutput('33 101');
  await client.untilOutput('x2');
  client.type('exit 3\r');
  expect(await client.untilEnd()).toMatchObject({
    reason: 'exited',
    exitCode: 3,
    leftBehind: null,
  });
  await nothingRuns();
});

test('a connection that breaks: text is kept, the session goes on', async () => {
  const client = await openStream({ kind: 'exec', containerId });
  await client.untilOutput('# ');
  client.type('echo before-$((1+1))\r');
  await client.untilOutput('before-2');
  const session = client.opened?.session ?? '';
  const received = client.receivedBytes;
  client.type('sleep 1; echo meanwhile-$((2+2))\r');
  await client.untilOutput('meanwhile');
  client.socket.terminate();
  const again = await openStream({ kind: 'resume', session, receivedBytes: received });
  await again.untilOutput('meanwhile-4');
  expect(again.controls[0]).toMatchObject({
    control: 'resumed',
    fromBytes: received,
    lostBytes: 0,
  });
  again.type('echo after-$((3+3))\r');
  await again.untilOutput('after-6');
  again.control({ close: true });
  expect(await again.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
  await nothingRuns();
});

test('yes for a while, read by a page that keeps up: Ctrl-C answers at once', async () => {
  const client = await openStream({ kind: 'exec', containerId });
  await client.untilOutput('# ');
  client.type('yes\r');
  // As the page does: it tells what it has shown with each piece.
  client.socket.on('message', () => client.control({ ack: client.receivedBytes }));
  const begunAtMs = performance.now();
  await client.until(() => client.receivedBytes > 4_000_000, '4 MB');
  const startedAtMs = performance.now();
  const megabytes = client.receivedBytes / 1_000_000 / ((startedAtMs - begunAtMs) / 1_000);
  client.type('\x03');
  await client.until(() => hasPrompt(client), 'the prompt');
  const tookMs = performance.now() - startedAtMs;
  client.type('echo alive-$((4+4))\r');
  await client.untilOutput('alive-8');
  test.info().annotations.push({ type: 'Ctrl-C', description: `${Math.round(tookMs)} ms` });
  test.info().annotations.push({ type: 'yes', description: `${megabytes.toFixed(1)} MB/s` });
  expect(tookMs).toBeLessThan(300);
  client.control({ close: true });
  await client.untilEnd();
  await nothingRuns();
});

test('yes and a page that reads nothing: output waits, memory stays, Ctrl-C still works', async () => {
  const client = await openStream({ kind: 'exec', containerId });
  await client.untilOutput('# ');
  client.control({ ack: client.receivedBytes });
  client.type('yes\r');
  await client.until(() => client.controls.some(({ control }) => control === 'paused'), 'paused');
  const { receivedBytes } = client;
  expect(receivedBytes).toBeLessThan(1024 * 1024);
  const startedAtMs = performance.now();
  client.type('\x03');
  await client.until(() => hasPrompt(client), 'the prompt');
  expect(performance.now() - startedAtMs).toBeLessThan(1_000);
  expect(client.controls.map(({ control }) => control)).toContain('skipped');
  client.control({ close: true });
  await client.untilEnd();
  await nothingRuns();
});

for (const [name, request] of [
  ['a shell', { tty: true }],
  ['a program without a terminal', { tty: false, command: ['sleep', '4000'] }],
  [
    'a program that ignores hangups',
    { tty: true, command: ['sh', '-c', 'trap "" HUP INT TERM; sleep 4001; sleep 4002'] },
  ],
] as const) {
  test(`closing ${name} leaves nothing on the node`, async () => {
    const client = await openStream({ kind: 'exec', containerId, ...request });
    await client.untilOpened();
    await expect.poll(strangers).not.toEqual([]);
    client.control({ close: true });
    expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
    expect(strangers()).toEqual([]);
  });
}

test('a browser that is killed: a minute later nothing runs any more', async () => {
  const shell = await openStream({ kind: 'exec', containerId });
  await shell.untilOutput('# ');
  shell.type('yes > /dev/null\r');
  const without = { tty: false, command: ['sleep', '4005'] };
  const program = await openStream({ kind: 'exec', containerId, ...without });
  await program.untilOpened();
  await expect.poll(() => strangers().length).toBeGreaterThan(2);
  shell.socket.terminate();
  program.socket.terminate();
  await expect.poll(strangers, { timeout: 90_000, intervals: [2_000] }).toEqual([]);
});

test('what a person left running on purpose is told, not ended', async () => {
  const client = await openStream({ kind: 'exec', containerId });
  await client.untilOutput('# ');
  client.type('sleep 4003 &\r');
  await client.until(() => strangers().some((one) => one.includes('4003')), 'the sleep');
  client.type('exit\r');
  const { reason, leftBehind } = await client.untilEnd();
  expect(reason).toBe('exited');
  expect(leftBehind).toContain('sleep (process');
  const [pid] = strangers().map((one) => Number(one.split(' ')[0]));
  process.kill(pid ?? 0, 'SIGKILL');
  await nothingRuns();
});

test('attach shows what the container writes, and ends without harm to it', async () => {
  const client = await openStream({ kind: 'attach', containerId });
  await client.untilOpened();
  client.control({ close: true });
  expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
  const answer = await post<CommandResult>(apiPaths.command(containerId), { command: ['true'] });
  expect(answer.body.exitCode).toBe(0);
});

test('one-shot commands: both outputs, exit code, time limit, missing program', async () => {
  const run = (command: readonly string[], timeoutSeconds = 5) =>
    post<CommandResult>(apiPaths.command(containerId), { command, timeoutSeconds });
  const both = await run(['sh', '-c', 'echo o; echo e >&2; exit 4']);
  expect(both.body).toMatchObject({ exitCode: 4, stdout: 'o\n', stderr: 'e\n', timedOut: false });
  const late = await run(['sleep', '30'], 1);
  expect(late.body).toMatchObject({ exitCode: null, timedOut: true });
  expect((await run(['zzz'])).status).toBe(400);
  await nothingRuns();
});

test('a port: answered, refused, and forwarded', async () => {
  const check = (body: unknown) => post<PortCheck>(apiPaths.checkPort('shop', 'web-0'), body);
  const good = await check({ port: 8080 });
  expect(good.body).toMatchObject({ connected: true, http: { status: 200, body: 'hello\n' } });
  const refused = await check({ port: 9, path: null });
  expect(refused.body).toMatchObject({ connected: false, http: null });
  expect(refused.body.sentence).toContain('connection refused');
  const client = await openStream({ kind: 'port-forward', podSandboxId, port: 8080 });
  await client.untilOpened();
  client.type('GET / HTTP/1.0\r\n\r\n');
  await client.untilOutput('hello\n');
  expect((await client.untilEnd()).reason).toBe('closed-by-pod');
});

test('200 sessions opened and killed leave no process, descriptor or connection behind', async () => {
  test.setTimeout(240_000);
  const round = async (count: number): Promise<void> => {
    const clients = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        openStream({ kind: 'exec', containerId, command: ['sh'], tty: index % 2 === 0 }),
      ),
    );
    for (const client of clients) await client.untilOpened();
    for (const client of clients) client.control({ close: true });
    for (const client of clients) {
      expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
      await client.untilClosed();
    }
  };
  await round(10);
  await nothingRuns();
  const before = descriptors(dashboard.pid);
  const beforeMib = residentMib(dashboard.pid);
  for (let done = 0; done < 200; done += 10) await round(10);
  await nothingRuns();
  await expect.poll(() => descriptors(dashboard.pid)).toBeLessThanOrEqual(before + 2);
  const grownMib = residentMib(dashboard.pid) - beforeMib;
  test.info().annotations.push({ type: 'grown', description: `${grownMib.toFixed(1)} MiB` });
  // Run from its sources the server's heap is as large as it likes; 200 kept sessions would be 100 MiB.
  expect(grownMib).toBeLessThan(40);
});

test('the server stops: sessions hear why, and nothing stays', async () => {
  const client = await openStream({ kind: 'exec', containerId });
  await client.untilOutput('# ');
  const without = await openStream({
    kind: 'exec',
    containerId,
    tty: false,
    command: ['sleep', '4004'],
  });
  await without.untilOpened();
  const ended = Promise.all([client.untilEnd(), without.untilEnd()]);
  await dashboard.close();
  for (const { reason, leftBehind } of await ended)
    expect([reason, leftBehind]).toEqual(['server-stops', null]);
  expect(strangers()).toEqual([]);
  dashboard = await startServer();
});
