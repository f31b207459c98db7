import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ContainerState, RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { DressName } from '../model/scenario.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import { type StreamServerOptions, streamServerForTest } from '../testing/stream-server.ts';

async function start(
  dress: DressName = 'containerd',
  options: StreamServerOptions = {},
  scenario = 'healthy',
) {
  const { sim, client } = await simForTest({ dress, scenarios: [scenario] });
  const { containers } = await client.call(RuntimeService.method.listContainers);
  const containerId = containers[0]?.id ?? '';
  return { sim, client, containerId, server: await streamServerForTest(sim, options) };
}

describe('when the streaming path alone is broken', () => {
  it('nothing listens at the address that the runtime names', async () => {
    const { sim, server, containerId } = await start();
    sim.control.advertiseStreams('http://127.0.0.1:1');
    const client = await server.open({ kind: 'exec', containerId });
    const end = await client.untilEnd();
    expect(end.reason).toBe('stream-unreachable');
    expect(end.detail).toContain('Nothing listens at 127.0.0.1:1');
    expect(end.detail).toContain('container and runtime are sound');
    expect(end.nextChecks.map(({ command }) => command)).toContain('ss -ltnp "sport = :1"');
  });

  it('we are in another network than the node', async () => {
    const { sim, server, containerId } = await start('containerd', {
      node: { isInNodeNetwork: () => false },
    });
    sim.control.advertiseStreams('http://127.0.0.1:1');
    const client = await server.open({ kind: 'exec', containerId });
    expect((await client.untilEnd()).detail).toContain('hostNetwork: true');
  });

  it('the address is of another machine', async () => {
    const { sim, server, containerId } = await start();
    sim.control.advertiseStreams('http://192.0.2.7:4000');
    const client = await server.open({ kind: 'attach', containerId });
    const end = await client.untilEnd();
    expect(end).toMatchObject({ reason: 'stream-unreachable' });
    expect(end.detail).toContain('no address of this machine; nothing is sent there');
  });

  it('another program listens there', async () => {
    const { sim, server, containerId } = await start();
    const other = createServer((_request, response) => response.end('hello'));
    other.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
    other.listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    sim.control.advertiseStreams(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    const client = await server.open({ kind: 'exec', containerId });
    const { detail } = await client.untilEnd();
    expect(detail).toContain('HTTP 502');
    expect(detail).toContain('another program listens there');
  });

  it('the runtime ends while a session is open', async () => {
    const { sim, server, containerId } = await start();
    const client = await server.open({ kind: 'exec', containerId });
    await client.untilOutput('/ # ');
    await sim.control.kill();
    expect(await client.untilEnd()).toMatchObject({ reason: 'runtime-gone' });
  });
});

describe.each(['containerd', 'crio'] as const)('without a streaming path, on %s', (dress) => {
  it('a command runs to its end, both outputs apart', async () => {
    const { server, containerId } = await start(dress);
    const run = (command: readonly string[], more = {}) =>
      server.post(`/containers/${containerId}/exec`, { command, ...more });
    const both = await run(['sh', '-c', 'echo o; echo e >&2; exit 4']);
    expect(both).toMatchObject({
      status: 200,
      body: { exitCode: 4, stdout: 'o\n', stderr: 'e\n', truncated: false, timedOut: false },
    });
    const large = await run(['seq', '100000']);
    expect(large.body).toMatchObject({ exitCode: 0, truncated: true });
    expect(await run(['sleep', '30'], { timeoutSeconds: 1 })).toMatchObject({
      status: 200,
      body: { exitCode: null, timedOut: true, stderr: '' },
    });
    expect(await run(['zzz'])).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('executable file not found') },
    });
    expect(await run([])).toMatchObject({ status: 400 });
    expect(await run(['true'], { timeoutSeconds: 61 })).toMatchObject({ status: 400 });
  });

  it('of a container that does not run it is said', async () => {
    const { server, containerId } = await start(dress, {}, 'job-done');
    expect(
      await server.post(`/containers/${containerId}/exec`, { command: ['true'] }),
    ).toMatchObject({ status: 404, body: { code: 'not-found' } });
    const gone = await server.post('/containers/abc/exec', { command: ['true'] });
    expect(gone.status).toBe(404);
  });

  it('attach shows what the container writes, and takes input', async () => {
    const { server, containerId } = await start(dress);
    const client = await server.open({ kind: 'attach', containerId });
    await client.untilOutput('app 1\n');
    expect(client.opened).toMatchObject({ command: [], tty: false });
    client.type('hello\n');
    await client.untilOutput('read hello\n');
    client.control({ close: true });
    expect(await client.untilEnd()).toMatchObject({ reason: 'closed-by-you', leftBehind: null });
  });

  it('a container without a shell is explained', async () => {
    const { sim, client, server } = await start(dress);
    const bare = {
      name: 'bare',
      image: 'registry.example/distroless/static:1',
      pull: { kind: 'present' },
    } as const;
    sim.control.addPod({ namespace: 'shop', name: 'bare-0', ageMs: 0, containers: [bare] });
    const find = async () => {
      const state = { state: ContainerState.CONTAINER_RUNNING };
      const { containers } = await client.call(RuntimeService.method.listContainers, {
        filter: { state },
      });
      return containers.find(({ metadata }) => metadata?.name === 'bare')?.id;
    };
    await expect.poll(find, { timeout: 15_000 }).toBeDefined();
    const stream = await server.open({ kind: 'exec', containerId: await find() });
    const end = await stream.untilEnd();
    expect(end.reason).toBe('no-shell');
    expect(end.nextChecks[0]?.command).toContain('kubectl debug -n shop -it web-0');
  });
});
