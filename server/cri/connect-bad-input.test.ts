import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Introspection } from '../containerd/generated/containerd/introspection_pb.js';
import { connectRuntime, type RpcConnection } from './connect.ts';
import { RuntimeService } from './generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION } from './testing/fixtures.ts';
import { Refusal, ScriptedRuntime } from './testing/scripted-runtime.ts';

let runtime: ScriptedRuntime;
let connection: RpcConnection | null = null;
let cleanups: (() => void)[] = [];

beforeEach(() => {
  runtime = new ScriptedRuntime();
});

afterEach(async () => {
  await connection?.close();
  connection = null;
  for (const cleanup of cleanups) cleanup();
  cleanups = [];
  await runtime.close();
});

function connect(path: string): RpcConnection {
  connection = connectRuntime({ endpoint: `unix://${path}` });
  return connection;
}

describe('bad input is told in one sentence', () => {
  const sentence = async (path: string, options: { timeout?: number } = {}) => {
    const { health } = connect(path);
    await expect.poll(() => health().state, options).toBe('down');
    return health().message;
  };
  const inFolder = (name: string) => join(runtime.folder, name);

  it('no socket at the path', async () => {
    expect(await sentence(inFolder('none.sock'))).toContain('There is no socket at');
  });

  it('a file, a folder', async () => {
    writeFileSync(inFolder('file'), '');
    mkdirSync(inFolder('folder'));
    expect(await sentence(inFolder('file'))).toContain('is not a socket but a regular file');
    await connection?.close();
    expect(await sentence(inFolder('folder'))).toContain('is not a socket but a directory');
  });

  it('an HTTP server', async () => {
    const server = createHttpServer((_, response) => response.end('{}'));
    await new Promise<void>((done) => server.listen(inFolder('docker.sock'), done));
    cleanups.push(() => server.close());
    const message = await sentence(inFolder('docker.sock'));
    expect(message).toContain('answers, but not with gRPC: this is no CRI socket.');
    expect(message).toContain('cri-dockerd');
  });

  it('an HTTP/2 server', async () => {
    const server = createHttp2Server((_, response) => {
      response.writeHead(404);
      response.end();
    });
    await new Promise<void>((done) => server.listen(inFolder('h2.sock'), () => done()));
    cleanups.push(() => server.close());
    expect(await sentence(inFolder('h2.sock'))).toContain('not with gRPC');
  });

  it('something that hangs up', async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((done) => server.listen(inFolder('bye.sock'), done));
    cleanups.push(() => server.close());
    expect(await sentence(inFolder('bye.sock'))).toContain('closes each connection at once');
  });

  it('something that accepts and never speaks', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(inFolder('mute.sock'), done));
    cleanups.push(() => server.close());
    const { health } = connect(inFolder('mute.sock'));
    await expect.poll(() => health().state, { timeout: 3_000 }).toBe('hung');
    expect(health().message).toContain('Version hangs');
  });

  it('gRPC without CRI', async () => {
    const other = new ScriptedRuntime().serve(Introspection, {
      server: () => ({ uuid: 'x' }),
    });
    cleanups.push(() => void other.close());
    await other.start();
    expect(await sentence(other.path)).toContain('does not serve CRI');
  });

  it('containerd whose CRI plugin failed, is disabled', async () => {
    const other = new ScriptedRuntime().serve(Introspection, {
      plugins: () => ({
        plugins: [
          { type: 'io.containerd.grpc.v1', id: 'cri', initErr: { message: 'no overlay support' } },
        ],
      }),
    });
    cleanups.push(() => void other.close());
    await other.start();
    expect(await sentence(other.path)).toContain(
      'its CRI plugin failed to start: no overlay support',
    );
    await connection?.close();
    other.serve(Introspection, { plugins: () => ({ plugins: [] }) });
    expect(await sentence(other.path)).toContain('its CRI plugin is disabled');
  });

  it('a runtime of the older API', async () => {
    const other = new ScriptedRuntime().serve(
      RuntimeService,
      { version: () => ({ ...CONTAINERD_VERSION, runtimeVersion: '1.5.9' }) },
      'runtime.v1alpha2.RuntimeService',
    );
    cleanups.push(() => void other.close());
    await other.start();
    expect(await sentence(other.path)).toContain('containerd 1.5.9 at');
    expect(connection?.health().message).toContain('speaks only CRI v1alpha2');
  });

  it('a runtime that answers Version with an error, until it does not', async () => {
    let isReady = false;
    runtime.serve(RuntimeService, {
      version: () => {
        if (!isReady) throw new Refusal('UNKNOWN', 'server is not initialized yet');
        return CONTAINERD_VERSION;
      },
    });
    await runtime.start();
    expect(await sentence(runtime.path)).toContain('server is not initialized yet');
    isReady = true;
    await expect.poll(() => connection?.health().state).toBe('ok');
  });

  it('an endpoint that is no unix socket', () => {
    expect(() => connectRuntime({ endpoint: 'tcp://127.0.0.1:1' })).toThrow('is not a unix socket');
  });
});
