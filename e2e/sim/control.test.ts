import { readFileSync, statSync } from 'node:fs';
import { status } from '@grpc/grpc-js';
import { describe, expect, it, vi } from 'vitest';
import { Content } from '../../server/containerd/generated/containerd/content_pb.js';
import { Events } from '../../server/containerd/generated/containerd/events-service_pb.js';
import { RuntimeService } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { createSimClient, failureOf } from './testing/sim-client.ts';
import { simForTest } from './testing/sim-for-test.ts';

const { version, listContainers, listPodSandbox } = RuntimeService.method;

const quickPod = {
  namespace: 'shop',
  name: 'late-0',
  ageMs: 0,
  containers: [{ name: 'app', image: 'registry.example/shop/late:1' }],
};

describe('hang and resume', () => {
  it('holds every call until the runtime resumes, and counts them', async () => {
    const { sim, client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
    sim.control.hang();
    const held = [client.call(version), client.call(version), client.call(listContainers)];
    await vi.waitFor(() => expect(sim.control.total().outstanding).toBe(3));
    sim.control.resume();
    await Promise.all(held);
    expect(sim.control.total()).toEqual({ total: 3, outstanding: 0, maxOutstanding: 3 });
    expect(sim.callCounts()['Version']).toEqual({ total: 2, outstanding: 0, maxOutstanding: 2 });
  });

  it('lets a single call hang while others answer', async () => {
    const { sim, client } = await simForTest({ dress: 'crio', scenarios: ['healthy'] });
    sim.control.hang('ListContainers');
    await client.call(version);
    const failure = await failureOf(client.call(listContainers, {}, { deadlineMs: 100 }));
    expect(failure.code).toBe(status.DEADLINE_EXCEEDED);
    await vi.waitFor(() => expect(sim.control.total().outstanding).toBe(0));
  });

  it('freezes the node: nothing is logged by the runtime, kubelet complains', async () => {
    const { sim } = await simForTest({ dress: 'containerd', scenarios: ['crash'], speed: 500 });
    sim.control.hang();
    const before = readFileSync(sim.runtimeLog, 'utf8').length;
    sim.control.addPod(quickPod);
    await new Promise((resolve) => setImmediate(resolve));
    expect(readFileSync(sim.runtimeLog, 'utf8').length).toBe(before);
    sim.control.resume();
    await vi.waitFor(() => expect(readFileSync(sim.runtimeLog, 'utf8')).toContain('late-0'));
  });
});

it('killed and restarted, the runtime comes back on another inode with its pods', async () => {
  const { sim, client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const path = sim.endpoint.slice('unix://'.length);
  const before = statSync(path).ino;
  await client.call(version);
  await sim.control.kill();
  expect(() => statSync(path)).toThrow();
  expect((await failureOf(client.call(version))).code).toBe(status.UNAVAILABLE);
  await vi.waitFor(() =>
    expect(readFileSync(sim.kubeletLog, 'utf8')).toContain('connection error'),
  );
  await sim.control.restart();
  expect(statSync(path).ino).not.toBe(before);
  const again = createSimClient(sim.endpoint);
  const list = await again.call(listPodSandbox);
  expect(list.items).toHaveLength(1);
  again.close();
});

it('fails the next call and no other', async () => {
  const { sim, client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  sim.control.failNext('ListContainers', status.INTERNAL, 'the disk is full');
  await client.call(version);
  expect(await failureOf(client.call(listContainers))).toEqual({
    code: status.INTERNAL,
    details: 'the disk is full',
  });
  await client.call(listContainers);
});

it('blows lists up beyond 16 MiB', async () => {
  const { sim, client } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  sim.control.padLists(17 * 1024 * 1024);
  const list = await client.call(listContainers);
  expect(list.containers[0]?.annotations['sim/filler']?.length).toBeGreaterThan(16 * 1024 * 1024);
});

it('tells of events, and forgets subscribers that left', async () => {
  const { sim, client } = await simForTest({
    dress: 'containerd',
    scenarios: ['healthy'],
    speed: 100,
  });
  const topics: string[] = [];
  const leave = client.subscribe(Events.method.subscribe, (event) => topics.push(event.topic));
  await vi.waitFor(() => expect(sim.control.subscribers()).toBe(1));
  sim.control.addPod(quickPod);
  await vi.waitFor(() =>
    expect(topics.filter((topic) => topic === '/tasks/start')).toHaveLength(2),
  );
  leave();
  await vi.waitFor(() => expect(sim.control.subscribers()).toBe(0));
  sim.control.deletePod('shop', 'late-0');
  await vi.waitFor(async () => {
    const list = await client.call(listPodSandbox);
    expect(list.items.map((item) => item.metadata?.name)).not.toContain('late-0');
  });
});

it.each([
  ['pull-slow', true],
  ['pull-hung', false],
] as const)('%s: bytes move: %s', async (scenario, isMoving) => {
  const { client } = await simForTest({ dress: 'containerd', scenarios: [scenario] });
  const read = async () =>
    (await client.call(Content.method.listStatuses)).statuses.map((one) => one.offset);
  const first = await read();
  // Three layers at a time.
  expect(first).toHaveLength(3);
  if (isMoving) {
    // A lump of 1 MiB takes a second and a half.
    await vi.waitFor(async () => expect(await read()).not.toEqual(first), { timeout: 5_000 });
  } else expect(await read()).toEqual(first);
});

it('writes garbage into a log when asked', async () => {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  sim.control.writeRaw('runtime', '\u0000\u001b[31m not a log line');
  expect(readFileSync(sim.runtimeLog, 'utf8').endsWith('not a log line')).toBe(true);
});

it('goes on living: a crashing container is restarted, its attempt grows', async () => {
  const { client } = await simForTest({ dress: 'containerd', scenarios: ['crash'], speed: 2000 });
  const attempt = async () =>
    (await client.call(listContainers)).containers[0]?.metadata?.attempt ?? 0;
  const before = await attempt();
  await vi.waitFor(async () => expect(await attempt()).toBeGreaterThan(before), { timeout: 5000 });
});

it('kubelet ends and comes back at the same port', async () => {
  const { sim } = await simForTest({ dress: 'containerd', scenarios: ['healthy'] });
  const ask = () => fetch(`${sim.kubeletUrl}/healthz`);
  expect((await ask()).status).toBe(200);
  await sim.control.stopKubelet();
  await expect(ask()).rejects.toThrow();
  await sim.control.startKubelet();
  expect((await ask()).status).toBe(200);
  const config = readFileSync(`${sim.hostRoot}/var/lib/kubelet/config.yaml`, 'utf8');
  expect(config).toContain(`port: ${new URL(sim.kubeletUrl).port}\n`);
});
