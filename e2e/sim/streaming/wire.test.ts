import { once } from 'node:events';
import { status } from '@grpc/grpc-js';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { RuntimeService } from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { DressName } from '../model/scenario.ts';
import { failureOf } from '../testing/sim-client.ts';
import { simForTest } from '../testing/sim-for-test.ts';
import { streamServerForTest, upgradeStatus } from '../testing/stream-server.ts';

/** The runtime's own side of a stream, without the product: where containerd and CRI-O differ, and where they agree. */

const { exec, attach, execSync, portForward, listContainers, listPodSandbox, stopPodSandbox } =
  RuntimeService.method;
const V4 = 'v4.channel.k8s.io';
const UNKNOWN_ID = 'ab'.repeat(32);

async function start(dress: DressName, scenario = 'healthy') {
  const { sim, client } = await simForTest({ dress, scenarios: [scenario] });
  const { containers } = await client.call(listContainers);
  const { items } = await client.call(listPodSandbox);
  const containerId = containers[0]?.id ?? '';
  return { sim, client, containerId, podSandboxId: items[0]?.id ?? '' };
}

const plain = (containerId: string, cmd: readonly string[]) => ({
  containerId,
  cmd: [...cmd],
  stdout: true,
  stderr: true,
});

/** All that an address says, by channel, and the code of its goodbye. */
async function read(url: string): Promise<{ code: number; text: Record<number, string> }> {
  const socket = new WebSocket(url.replace('http', 'ws'), V4);
  const text: Record<number, string> = {};
  socket.on('message', (frame: Buffer) => {
    const channel = frame[0] ?? -1;
    text[channel] = (text[channel] ?? '') + frame.subarray(1).toString('latin1');
  });
  const [code] = (await once(socket, 'close')) as [number];
  return { code, text };
}

const statusOf = (text: Record<number, string>): { status: string; message: string } =>
  JSON.parse(text[3] ?? '{}');

describe.each(['containerd', 'crio'] as const)('the streaming server of %s', (dress) => {
  it('serves an address once', async () => {
    const { client, containerId } = await start(dress);
    const { url } = await client.call(exec, plain(containerId, ['echo', 'x']));
    expect((await read(url)).text[1]).toBe('x\n');
    expect(await upgradeStatus(new WebSocket(url.replace('http', 'ws'), V4))).toBe(404);
    expect((await fetch(url)).status).toBe(404);
  });

  it('takes its old protocols, and no v5 alone', async () => {
    const { client, containerId } = await start(dress);
    const connect = async (...protocols: string[]) => {
      const { url } = await client.call(exec, plain(containerId, ['true']));
      return upgradeStatus(new WebSocket(url.replace('http', 'ws'), protocols));
    };
    expect(await connect('v5.channel.k8s.io')).toBe(403);
    expect(await connect('portforward.k8s.io')).toBe(403);
    expect(await connect('v5.channel.k8s.io', V4)).toBe(101);
    expect(await connect('v4.base64.channel.k8s.io')).toBe(101);
    expect(await connect()).toBe(101);
  });

  it('begins with an empty frame, and ends with the exit code and a goodbye', async () => {
    const { client, containerId } = await start(dress);
    const { url } = await client.call(exec, plain(containerId, ['sh', '-c', 'exit 3']));
    const { code, text } = await read(url);
    expect([code, text[1]]).toEqual([1000, '']);
    expect(JSON.parse(text[3] ?? '')).toMatchObject({
      status: 'Failure',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
  });
});

describe('a container that does not run', () => {
  it('containerd refuses to name an address', async () => {
    const { client, containerId } = await start('containerd', 'job-done');
    const words = { code: status.UNKNOWN, details: expect.stringContaining('CONTAINER_EXITED') };
    expect(await failureOf(client.call(exec, plain(containerId, ['true'])))).toMatchObject(words);
    expect(
      await failureOf(client.call(attach, { containerId, stdout: true, stderr: true })),
    ).toMatchObject(words);
  });

  it('CRI-O names one, and says it on channel 3', async () => {
    const { client, containerId } = await start('crio', 'job-done');
    for (const call of [
      client.call(exec, plain(containerId, ['true'])),
      client.call(attach, { containerId, stdout: true, stderr: true }),
    ]) {
      const { code, text } = await read((await call).url);
      expect(code).toBe(1000);
      expect(statusOf(text)).toMatchObject({
        status: 'Failure',
        message: expect.stringContaining('container is not created or running'),
      });
    }
  });

  it('an id that nobody knows is NOT_FOUND on containerd and UNKNOWN on CRI-O', async () => {
    for (const [dress, code] of [
      ['containerd', status.NOT_FOUND],
      ['crio', status.UNKNOWN],
    ] as const) {
      const { client } = await start(dress);
      const failure = await failureOf(client.call(exec, plain(UNKNOWN_ID, ['true'])));
      expect(failure.code).toBe(code);
    }
  });
});

describe('a pod that is not there', () => {
  it('containerd refuses to name an address for its port', async () => {
    const { client } = await start('containerd');
    const failure = await failureOf(
      client.call(portForward, { podSandboxId: UNKNOWN_ID, port: [80] }),
    );
    expect(failure.code).toBe(status.NOT_FOUND);
  });

  it('CRI-O names one, and says it on channel 1, behind the number of the port', async () => {
    const { client } = await start('crio');
    const { url } = await client.call(portForward, { podSandboxId: UNKNOWN_ID, port: [80] });
    const { code, text } = await read(url);
    expect([code, text[0]]).toEqual([1000, 'P\0']);
    expect(text[1]).toMatch(/^P\0error forwarding port 80 .*ID does not exist$/);
  });

  it.each(['containerd', 'crio'] as const)('is told to a person in words, on %s', async (dress) => {
    const { sim } = await start(dress);
    const server = await streamServerForTest(sim);
    const stream = await server.open({ kind: 'port-forward', podSandboxId: UNKNOWN_ID, port: 80 });
    const end = await stream.untilEnd();
    expect(`${end.reason} ${end.detail}`).toMatch(/not found/);
    await stream.untilClosed();
    await expect.poll(() => server.streams.count()).toBe(0);
  });

  it.each(['containerd', 'crio'] as const)('nor one that was stopped, on %s', async (dress) => {
    const { sim, client, podSandboxId } = await start(dress);
    await client.call(stopPodSandbox, { podSandboxId });
    const server = await streamServerForTest(sim);
    const stream = await server.open({ kind: 'port-forward', podSandboxId, port: 80 });
    const end = await stream.untilEnd();
    expect(`${end.reason} ${end.detail}`).toMatch(/not (running|found)/);
  });
});

describe('a program that is not in the image', () => {
  it('is told by containerd on channel 3 as an internal error', async () => {
    const { client, containerId } = await start('containerd');
    const { text } = await read((await client.call(exec, plain(containerId, ['zzz']))).url);
    expect(text[2]).toBeUndefined();
    expect(JSON.parse(text[3] ?? '')).toMatchObject({
      status: 'Failure',
      reason: 'InternalError',
      message: expect.stringContaining('executable file not found'),
    });
  });

  it('is told by CRI-O in the words of runc on the error output, with exit code 255', async () => {
    const { client, containerId } = await start('crio');
    const { text } = await read((await client.call(exec, plain(containerId, ['zzz']))).url);
    expect(text[2]).toMatch(/level=error msg="exec failed: .*executable file not found/);
    expect(JSON.parse(text[3] ?? '')).toMatchObject({
      details: { causes: [{ reason: 'ExitCode', message: '255' }] },
    });
  });
});

describe('a one-shot command beyond its time', () => {
  const late = (containerId: string) => ({
    containerId,
    cmd: ['sleep', '30'],
    timeout: 1n,
  });

  it('is DEADLINE_EXCEEDED on containerd', async () => {
    const { client, containerId } = await start('containerd');
    const failure = await failureOf(client.call(execSync, late(containerId)));
    expect(failure.code).toBe(status.DEADLINE_EXCEEDED);
  });

  it('is an answer on CRI-O, with exit code -1', async () => {
    const { client, containerId } = await start('crio');
    const answer = await client.call(execSync, late(containerId));
    expect(answer.exitCode).toBe(-1);
    expect(Buffer.from(answer.stderr).toString()).toContain('command timed out');
  });
});
