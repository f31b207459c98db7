import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from '../connect.ts';
import {
  ContainerState,
  ImageService,
  type PodSandboxState,
  RuntimeService,
} from '../generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION, containerRows } from '../testing/fixtures.ts';
import { Refusal, ScriptedRuntime } from '../testing/scripted-runtime.ts';

const { signal } = new AbortController();
/** One row that is larger than a quarter of the limit, so that four of them do not fit. */
const LARGE = { note: 'x'.repeat(5 * 1024 * 1024) };
let runtime: ScriptedRuntime;
let connection: RpcConnection;

beforeEach(() => {
  runtime = new ScriptedRuntime().serve(RuntimeService, { version: () => CONTAINERD_VERSION });
});

afterEach(async () => {
  await connection.close();
  await runtime.close();
});

async function connect() {
  await runtime.start();
  connection = connectRuntime({ endpoint: runtime.path });
  return connection.cri;
}

const rows = (count: number, annotations = LARGE) =>
  containerRows(count).map((row) => ({ ...row, annotations }));

describe('a list above the limit of 16 MiB', () => {
  it('of containers is streamed where the runtime can', async () => {
    runtime.serve(RuntimeService, {
      listContainers: () => ({ containers: rows(4) }),
      streamContainers: async function* () {
        for (const row of rows(4)) yield { containers: [row] };
      },
    });
    const cri = await connect();
    expect(await cri.containers.list({ signal })).toHaveLength(4);
  });

  it('of containers is asked per state where it cannot', async () => {
    runtime.serve(RuntimeService, {
      listContainers: ({ filter }) => {
        const all = rows(4);
        const state = filter?.state?.state;
        return { containers: state === undefined ? all : all.filter((row) => row.state === state) };
      },
    });
    const cri = await connect();
    const containers = await cri.containers.list({ signal });
    expect(containers.map(({ state }) => state).sort()).toEqual([
      'created',
      'exited',
      'running',
      'unknown',
    ]);
    expect(runtime.calls.filter((name) => name.endsWith('Containers'))).toEqual(
      Array.from({ length: 5 }, () => 'ListContainers'),
    );
  });

  it('of containers is asked per pod where one state alone is too much', async () => {
    runtime.serve(RuntimeService, {
      listPodSandbox: () => ({ items: rows(4).map(({ id }) => ({ id: id ?? '' })) }),
      listContainers: ({ filter }) => {
        const all = rows(4).map((row) => ({ ...row, state: ContainerState.CONTAINER_EXITED }));
        const state = filter?.state?.state ?? ContainerState.CONTAINER_EXITED;
        if (filter?.podSandboxId) {
          return { containers: all.filter((row) => row.podSandboxId === filter.podSandboxId) };
        }
        return { containers: all.filter((row) => row.state === state) };
      },
    });
    const cri = await connect();
    const containers = await cri.containers.list({ signal });
    expect(new Set(containers.map(({ id }) => id)).size).toBe(4);
  });

  it('of sandboxes is asked per state', async () => {
    const items = [0, 1, 0, 1].map((state, index) => ({
      id: `s${index}`,
      state: state as PodSandboxState,
      annotations: LARGE,
    }));
    runtime.serve(RuntimeService, {
      listPodSandbox: ({ filter }) => {
        const state = filter?.state?.state;
        return { items: items.filter((item) => state === undefined || item.state === state) };
      },
    });
    const cri = await connect();
    expect((await cri.sandboxes.list({ signal })).map(({ id }) => id)).toEqual([
      's0',
      's2',
      's1',
      's3',
    ]);
  });

  it('of images is a clear refusal where it cannot be cut', async () => {
    const images = rows(4).map(({ id }) => ({ id: id ?? '', repoTags: [LARGE.note] }));
    runtime.serve(ImageService, { listImages: () => ({ images }) });
    const cri = await connect();
    await expect(cri.images.list({ signal })).rejects.toMatchObject({
      isTooLarge: false,
      grpcCode: 'RESOURCE_EXHAUSTED',
      details: expect.stringContaining('larger than the limit of 16 MiB'),
    });
  });
});

it('any other failure of a list is told as it is', async () => {
  runtime.serve(RuntimeService, {
    listContainers: () => {
      throw new Refusal('INTERNAL', 'boltdb is closed');
    },
  });
  const cri = await connect();
  await expect(cri.containers.list({ signal })).rejects.toMatchObject({
    grpcCode: 'INTERNAL',
    details: 'boltdb is closed',
  });
  expect(runtime.count('StreamContainers')).toBe(0);
});

it('1,000 containers pass in one answer and come out as plain values', async () => {
  runtime.serve(RuntimeService, { listContainers: () => ({ containers: containerRows(1_000) }) });
  const cri = await connect();
  const containers = await cri.containers.list({ signal });
  expect(containers).toHaveLength(1_000);
  expect(JSON.stringify(containers)).not.toContain('$typeName');
});

it('a status that holds nothing is not found', async () => {
  runtime.serve(RuntimeService, { containerStatus: () => ({}), podSandboxStatus: () => ({}) });
  const cri = await connect();
  await expect(cri.containers.status('x', { signal })).rejects.toMatchObject({ isNotFound: true });
  await expect(cri.sandboxes.status('x', { signal })).rejects.toMatchObject({ isNotFound: true });
});

describe('a list of what bears labels', () => {
  it('is filtered by the runtime, in one call each', async () => {
    const asked: unknown[] = [];
    runtime.serve(RuntimeService, {
      listPodSandbox: ({ filter }) => {
        asked.push({ ...filter?.labelSelector });
        return { items: [] };
      },
      listContainers: ({ filter }) => {
        asked.push({ ...filter?.labelSelector });
        return { containers: [] };
      },
    });
    const cri = await connect();
    const labels = { 'cri-triage.io/made-by': 'probe' };
    expect(await cri.sandboxes.list({ signal, labels })).toEqual([]);
    expect(await cri.containers.list({ signal, labels })).toEqual([]);
    expect(asked).toEqual([labels, labels]);
  });
});
