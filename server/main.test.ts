import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createInterface } from 'node:readline';
import { json, text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';

let child: ChildProcess | null = null;
afterEach(async () => {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
});

function start(...args: string[]) {
  const started = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CRI_TRIAGE_LOG_LEVEL: 'warn' },
  });
  child = started;
  return started;
}

function ask(url: string, token: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: `Bearer ${token}` } }, (answer) => {
      json(answer).then(resolve, reject);
    }).on('error', reject);
  });
}

test('a wrong value is named, with exit code 2', async () => {
  const started = start('--port', '99999');
  const [said, [code]] = await Promise.all([text(started.stderr), once(started, 'exit')]);
  expect(said).toBe('cri-triage: --port is "99999": expected a port, 0 to 65535\n');
  expect(code).toBe(2);
});

test('a port that is taken is said in one sentence', async () => {
  const first = start('--port', '0', '--runtime-endpoint', '/nowhere/x.sock');
  const [address] = await once(createInterface({ input: first.stdout }), 'line');
  const second = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      'server/main.ts',
      '--port',
      new URL(String(address)).port,
      '--runtime-endpoint',
      '/nowhere/x.sock',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const [said, [code]] = await Promise.all([text(second.stderr), once(second, 'exit')]);
  expect(said).toMatch(/cri-triage: --port \d+ on 127\.0\.0\.1 cannot be used: .*EADDRINUSE/);
  expect(code).toBe(2);
});

test('without a runtime it serves, says what is wrong, and ends on SIGTERM with its streams', async () => {
  const started = start('--port', '0', '--runtime-endpoint', '/nowhere/x.sock');
  const [address] = await once(createInterface({ input: started.stdout }), 'line');
  const url = new URL(String(address));
  expect(url.pathname).toBe('/login');
  const token = url.searchParams.get('token') ?? '';
  expect(await ask(`${url.origin}/api/v1/node`, token)).toMatchObject({
    stale: true,
    runtime: { endpoint: 'unix:///nowhere/x.sock', health: { state: 'down' } },
    sentence: { tone: 'bad' },
  });
  const stream = get(`${url.origin}/api/v1/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [answer] = await once(stream, 'response');
  const said = text(answer);
  started.kill('SIGTERM');
  const [code] = await once(started, 'exit');
  expect(code).toBe(0);
  expect(await said).toMatch(/event: end\ndata: {"reason":"server-stops"}\n\n$/);
});
