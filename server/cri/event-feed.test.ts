import { create } from '@bufbuild/protobuf';
import { anyPack } from '@bufbuild/protobuf/wkt';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  ContainerCreateSchema,
  TaskExitSchema,
} from '../containerd/generated/containerd/events_pb.js';
import { Events } from '../containerd/generated/containerd/events-service_pb.js';
import { connectRuntime, type RpcConnection } from './connect.ts';
import { RuntimeService } from './generated/runtime/v1/api_pb.js';
import type { RuntimeEvent } from './runtime-connection.ts';
import { CONTAINERD_VERSION, CRIO_VERSION } from './testing/fixtures.ts';
import { never, Refusal, ScriptedRuntime } from './testing/scripted-runtime.ts';

const AT = { seconds: 1_795_985_498n, nanos: 5_000_000 };
let runtime: ScriptedRuntime;
let connection: RpcConnection;
let stopReading: AbortController;
let received: RuntimeEvent[];
/** How often a stream began. */
let openings: number;
let reading: Promise<void>;

beforeEach(() => {
  runtime = new ScriptedRuntime();
  stopReading = new AbortController();
  received = [];
  openings = 0;
});

afterEach(async () => {
  stopReading.abort();
  await reading;
  await connection.close();
  await runtime.close();
});

async function read() {
  await runtime.start();
  connection = connectRuntime({ endpoint: runtime.path });
  const loop = async () => {
    for await (const event of connection.events(stopReading.signal)) {
      if (event.topic === '/stream/opened') openings += 1;
      else received.push(event);
    }
  };
  reading = loop();
}

/** containerd that tells of one created container and the end of an exec'd process, then stays open. */
function serveContainerd() {
  const subscriptions: { filters: readonly string[]; metadata: unknown }[] = [];
  runtime.serve(RuntimeService, {
    version: () => CONTAINERD_VERSION,
    getContainerEvents: async function* (_, call) {
      await never(call);
      yield {};
    },
  });
  runtime.serve(Events, {
    subscribe: async function* (request, call) {
      subscriptions.push({ filters: request.filters, metadata: call.metadata });
      const created = create(ContainerCreateSchema, { id: 'c1' });
      const execEnded = create(TaskExitSchema, { containerId: 'c1', id: 'exec-1' });
      yield {
        timestamp: AT,
        topic: '/containers/create',
        event: anyPack(ContainerCreateSchema, created),
      };
      yield { timestamp: AT, topic: '/tasks/exit', event: anyPack(TaskExitSchema, execEnded) };
      yield { timestamp: AT, topic: '/images/create' };
      await never(call);
    },
  });
  return subscriptions;
}

it('containerd: its own events of the CRI namespace, never GetContainerEvents', async () => {
  const subscriptions = serveContainerd();
  await read();
  await expect
    .poll(() => received)
    .toEqual([
      { topic: '/containers/create', atMs: 1_795_985_498_005, containerId: 'c1' },
      { topic: '/images/create', atMs: 1_795_985_498_005, containerId: null },
    ]);
  expect(connection.hasEvents()).toBe(true);
  expect(subscriptions[0]?.metadata).toMatchObject({ 'containerd-namespace': 'k8s.io' });
  for (const filter of subscriptions[0]?.filters ?? [])
    expect(filter).toMatch(/^namespace==k8s\.io,/u);
  expect(runtime.count('GetContainerEvents')).toBe(0);
  expect(connection.health().callsInFlight).toBe(0);
});

it('containerd: comes back by itself after a restart, and tells that it missed what came before', async () => {
  serveContainerd();
  await read();
  await expect.poll(() => received).toHaveLength(2);
  expect(openings).toBe(1);
  runtime.stop();
  await expect.poll(() => connection.health().state).toBe('down');
  await runtime.start();
  await expect.poll(() => received).toHaveLength(4);
  expect(openings).toBe(2);
});

it('CRI-O: GetContainerEvents', async () => {
  runtime.serve(RuntimeService, {
    version: () => CRIO_VERSION,
    getContainerEvents: async function* (_, call) {
      yield { containerId: 'c1', containerEventType: 1, createdAt: 1_795_985_498_005_000_000n };
      await never(call);
    },
  });
  await read();
  await expect
    .poll(() => received)
    .toEqual([{ topic: '/cri/started', atMs: 1_795_985_498_005, containerId: 'c1' }]);
  expect(connection.hasEvents()).toBe(true);
});

it('no events where they are not served, until the runtime comes back with them', async () => {
  runtime.serve(RuntimeService, { version: () => CRIO_VERSION });
  await read();
  expect(connection.hasEvents()).toBe(false);
  await expect.poll(() => connection.health().state).toBe('ok');
  await expect.poll(() => connection.hasEvents()).toBe(false);
  runtime.stop();
  await expect.poll(() => connection.health().state).toBe('down');
  runtime.serve(RuntimeService, {
    getContainerEvents: async function* (_, call) {
      yield { containerId: 'c2' };
      await never(call);
    },
  });
  await runtime.start();
  await expect.poll(() => received.map((event) => event.containerId)).toEqual(['c2']);
  expect(connection.hasEvents()).toBe(true);
});

it('no events where the stream is refused each time', async () => {
  runtime.serve(RuntimeService, {
    version: () => CRIO_VERSION,
    // biome-ignore lint/correctness/useYield: a stream that is refused before its first answer
    getContainerEvents: async function* () {
      throw new Refusal('UNKNOWN', 'pod events are not enabled');
    },
  });
  await read();
  await expect.poll(() => runtime.count('GetContainerEvents'), { timeout: 4_000 }).toBe(3);
  await expect.poll(() => connection.hasEvents()).toBe(false);
});

it('ends with the signal, without an error', async () => {
  serveContainerd();
  await read();
  await expect.poll(() => received).toHaveLength(2);
  stopReading.abort();
  await reading;
  await expect.poll(() => runtime.cancelled).toContain('Subscribe');
});
