import { describe, expect, it } from 'vitest';
import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { LIMITS } from '../../../server/streams/limits.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import { type StreamServerOptions, streamServerForTest } from '../testing/stream-server.ts';

async function start(options: StreamServerOptions = {}) {
  const { sim, client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const { containers } = await client.call(RuntimeService.method.listContainers);
  const containerId = containers[0]?.id ?? '';
  const server = await streamServerForTest(sim, options);
  const shell = async () => {
    const opened = await server.open({ kind: 'exec', containerId });
    await opened.untilOutput('/ # ');
    return opened;
  };
  return { sim, containerId, server, shell };
}

describe('a session whose connection breaks', () => {
  it('goes on, and a new connection gets what it missed', async () => {
    const { server, shell } = await start();
    const first = await shell();
    const session = first.opened?.session ?? '';
    const receivedBytes = first.receivedBytes;
    first.type('echo one\r');
    await first.untilOutput('one\r\n/ # ');
    first.socket.terminate();
    const second = await server.open({ kind: 'resume', session, receivedBytes });
    await second.untilOutput('one\r\n/ # ');
    expect(second.controls[0]).toMatchObject({
      control: 'resumed',
      session,
      fromBytes: receivedBytes,
      lostBytes: 0,
      command: ['sh'],
    });
    second.type('echo two\r');
    await second.untilOutput('two\r\n/ # ');
  });

  it('is told in the old window when it was taken up in another', async () => {
    const { server, shell } = await start();
    const first = await shell();
    const session = first.opened?.session ?? '';
    const second = await server.open({ kind: 'resume', session });
    await second.untilOutput('/ # ');
    expect(await first.untilEnd()).toMatchObject({ reason: 'replaced' });
    second.type('echo still\r');
    await second.untilOutput('still\r\n');
  });

  it('can be taken up by nobody else', async () => {
    const { server, shell } = await start();
    const first = await shell();
    const request = { kind: 'resume', session: first.opened?.session };
    expect(await server.post('/tickets', request, 'admin')).toMatchObject({ status: 404 });
  });

  it('holds what is written back instead of losing it', async () => {
    const { server, containerId } = await start();
    const first = await server.open({ kind: 'exec', containerId, command: ['sh'], tty: false });
    await first.untilOpened();
    first.type('echo ready\n');
    await first.untilOutput('ready\n');
    const session = first.opened?.session ?? '';
    first.control({ ack: first.receivedBytes });
    first.type('seq 100000; exit 0\n');
    await first.until(() => first.receivedBytes > 96_000, 'a window of output');
    first.socket.terminate();
    const text = first.stdout;
    const second = await server.open({ kind: 'resume', session, receivedBytes: text.length });
    const end = await second.untilEnd();
    expect(second.controls[0]).toMatchObject({ control: 'resumed', lostBytes: 0 });
    expect(end).toMatchObject({ reason: 'exited', exitCode: 0 });
    const lines = (text + second.stdout).replace('ready\n', '').trimEnd().split('\n');
    expect(lines.length).toBe(100_000);
    expect(lines.every((line, index) => line === String(index + 1))).toBe(true);
  });

  it('is ended when nobody comes back, and nothing of it stays', async () => {
    const { sim, server, shell } = await start({ resumeMs: 100 });
    const first = await shell();
    first.socket.terminate();
    await expect.poll(() => server.streams.count()).toBe(0);
    await expect.poll(() => sim.control.execProcesses().length).toBe(0);
    await expect.poll(() => sim.control.streamConnections()).toBe(0);
    expect(server.lines.at(-1)).toMatchObject({ msg: 'stream ended', reason: 'dropped' });
  });

  it('keeps its end for whoever comes back', async () => {
    const { sim, server, shell } = await start();
    const first = await shell();
    const session = first.opened?.session ?? '';
    first.type('sleep 0.3; exit 5\r');
    await first.untilOutput('exit 5');
    first.socket.terminate();
    await expect.poll(() => sim.control.execProcesses().length).toBe(0);
    const second = await server.open({ kind: 'resume', session });
    expect(await second.untilEnd()).toMatchObject({ reason: 'exited', exitCode: 5 });
    expect(second.stdout).toContain('exit 5');
  });
});

describe('limits', () => {
  it('of sessions at once, for one person and for all', async () => {
    const { server, containerId, shell } = await start({
      limits: { ...LIMITS, exec: { ...LIMITS.exec, perPerson: 1 } },
    });
    const first = await shell();
    const second = await server.open({ kind: 'exec', containerId });
    const end = await second.untilEnd();
    expect(end).toMatchObject({
      reason: 'too-many',
      detail: expect.stringContaining('You have 1'),
    });
    first.type('exit\r');
    await first.untilEnd();
    await (await shell()).untilOpened();
  });

  it('of idle time', async () => {
    const { sim, shell } = await start({
      limits: { ...LIMITS, exec: { ...LIMITS.exec, idleMs: 150 } },
    });
    const client = await shell();
    expect(await client.untilEnd()).toMatchObject({ reason: 'idle', leftBehind: null });
    await expect.poll(() => sim.control.execProcesses().length).toBe(0);
  });

  it('of bytes', async () => {
    const { server, containerId } = await start({
      limits: { ...LIMITS, exec: { ...LIMITS.exec, maxBytes: 1_000_000 } },
    });
    const client = await server.open({ kind: 'exec', containerId, command: ['yes'] }, 100);
    expect(await client.untilEnd()).toMatchObject({ reason: 'byte-limit' });
  });
});

describe('a page that is behind', () => {
  it('makes the process wait, is told so, and an interrupt passes by what waits', async () => {
    const { shell } = await start();
    const client = await shell();
    client.control({ ack: client.receivedBytes });
    client.type('yes\r');
    await client.until(() => client.controls.some(({ control }) => control === 'paused'), 'paused');
    expect(client.receivedBytes).toBeLessThan(512 * 1024);
    client.type('\x03');
    await client.until(() => client.stdout.endsWith('^C\r\n/ # '), 'the prompt');
    expect(client.controls.map(({ control }) => control)).toContain('skipped');
  });

  it('goes on when it has caught up', async () => {
    const { server, containerId } = await start();
    const client = await server.open({ kind: 'exec', containerId, command: ['sh'], tty: false });
    await client.untilOpened();
    client.control({ ack: 0 });
    client.type('seq 100000; exit 0\n');
    await client.until(() => client.controls.some(({ control }) => control === 'paused'), 'paused');
    expect(client.receivedBytes).toBeLessThan(512 * 1024);
    client.socket.on('message', () => client.control({ ack: client.receivedBytes }));
    client.control({ ack: client.receivedBytes });
    expect(await client.untilEnd()).toMatchObject({ reason: 'exited', exitCode: 0 });
    expect(client.controls.map(({ control }) => control)).toContain('flowing');
    expect(client.stdout.endsWith('100000\n')).toBe(true);
  });
});

describe('the server stops', () => {
  it('tells every session, ends what runs, and takes no more', async () => {
    const { sim, server, shell } = await start();
    const clients = [await shell(), await shell()];
    const ends = Promise.all(clients.map((client) => client.untilEnd()));
    await server.close();
    for (const end of await ends) expect(end).toMatchObject({ reason: 'server-stops' });
    expect(sim.control.execProcesses()).toEqual([]);
    await expect.poll(() => sim.control.streamConnections()).toBe(0);
  });
});

it('two hundred sessions opened and cut leave nothing', async () => {
  const { sim, server, containerId } = await start({ resumeMs: 10 });
  for (let round = 0; round < 20; round += 1) {
    const clients = await Promise.all(
      Array.from({ length: 10 }, () => server.open({ kind: 'exec', containerId, command: ['sh'] })),
    );
    for (const client of clients) await client.untilOpened();
    for (const client of clients) client.socket.terminate();
    await expect.poll(() => server.streams.count()).toBe(0);
  }
  await expect.poll(() => sim.control.execProcesses().length).toBe(0);
  await expect.poll(() => sim.control.streamConnections()).toBe(0);
});
