import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { discoverEndpoint } from './cri/discover-endpoint.ts';
import { RuntimeService } from './cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from './cri/testing/fixtures.ts';
import { ScriptedRuntime } from './cri/testing/scripted-runtime.ts';
import { type FoundConnection, openConnection } from './open-connection.ts';

const log = pino({ level: 'silent' });
const { signal } = new AbortController();
const NOWHERE = { flag: null, env: null, kubelet: null, crictl: null, hostRoot: '/nowhere' };
let connection: FoundConnection | null = null;
let runtime: ScriptedRuntime | null = null;
afterEach(async () => {
  await connection?.close();
  await runtime?.close();
  connection = null;
  runtime = null;
});

function serveVersion(): ScriptedRuntime {
  runtime = new ScriptedRuntime().serve(RuntimeService, { version: () => CONTAINERD_VERSION });
  return runtime;
}

test('an endpoint that was named is kept, whether it answers or not', async () => {
  const { path } = serveVersion();
  let asked = 0;
  connection = await openConnection({
    log,
    lookAgainMs: 1,
    discover: (stop) => {
      asked += 1;
      return discoverEndpoint({ ...NOWHERE, flag: path, hostRoot: '' }, stop);
    },
  });
  await expect.poll(() => connection?.health().state).toBe('down');
  expect(connection.health().message).toContain(path);
  await runtime?.start();
  await expect.poll(() => connection?.health().state).toBe('ok');
  expect(asked).toBe(1);
});

test('while no known socket answers it goes on looking and moves to the one that does', async () => {
  const { path } = serveVersion();
  let isInstalled = false;
  const told: string[] = [];
  connection = await openConnection({
    log,
    lookAgainMs: 1,
    discover: (stop) => discoverEndpoint(isInstalled ? { ...NOWHERE, flag: path } : NOWHERE, stop),
  });
  connection.onHealthChange(() => void told.push(connection?.health().state ?? ''));
  expect(connection.choice.tried.length).toBeGreaterThan(3);
  await expect.poll(() => connection?.health().state).toBe('down');
  await runtime?.start();
  isInstalled = true;
  await expect.poll(() => connection?.health().state).toBe('ok');
  expect(connection.endpoint).toContain(path);
  expect(told.at(-1)).toBe('ok');
  await expect(connection.cri.runtime.version({ signal })).resolves.toMatchObject({
    runtimeName: 'containerd',
  });
});

test('closing ends the search', async () => {
  connection = await openConnection({
    log,
    lookAgainMs: 1,
    discover: (stop) => discoverEndpoint(NOWHERE, stop),
  });
  await connection.close();
  connection = null;
});
