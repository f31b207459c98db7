import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectRuntime, type RpcConnection } from '../cri/connect.ts';
import { RuntimeService } from '../cri/generated/runtime/v1/api_pb.js';
import { CONTAINERD_VERSION, CRIO_VERSION } from '../cri/testing/fixtures.ts';
import { ScriptedRuntime } from '../cri/testing/scripted-runtime.ts';
import { Content } from './generated/containerd/content_pb.js';
import { Introspection } from './generated/containerd/introspection_pb.js';

const { signal } = new AbortController();
let runtime: ScriptedRuntime;
let connection: RpcConnection;

beforeEach(() => {
  runtime = new ScriptedRuntime();
});

afterEach(async () => {
  await connection.close();
  await runtime.close();
});

async function connect() {
  await runtime.start();
  connection = connectRuntime({ endpoint: runtime.path });
  return connection.containerd;
}

it('listIngests: bytes of pulls in flight, asked in the CRI namespace', async () => {
  let metadata: unknown;
  runtime.serve(RuntimeService, { version: () => CONTAINERD_VERSION }).serve(Content, {
    listStatuses: (_, call) => {
      metadata = call.metadata;
      const at = { seconds: 1_795_985_498n, nanos: 0 };
      return {
        statuses: [
          { ref: 'layer-sha256:ab', startedAt: at, updatedAt: at, offset: 7n, total: 70n },
        ],
      };
    },
  });
  const containerd = await connect();
  expect(await containerd.listIngests({ signal })).toEqual([
    {
      ref: 'layer-sha256:ab',
      startedAtMs: 1_795_985_498_000,
      updatedAtMs: 1_795_985_498_000,
      offsetBytes: 7,
      totalBytes: 70,
    },
  ]);
  expect(metadata).toMatchObject({ 'containerd-namespace': 'k8s.io' });
});

it('failedPlugins: those that failed, not those that skip themselves', async () => {
  runtime.serve(RuntimeService, { version: () => CONTAINERD_VERSION }).serve(Introspection, {
    plugins: () => ({
      plugins: [
        { type: 'io.containerd.snapshotter.v1', id: 'overlayfs' },
        {
          type: 'io.containerd.snapshotter.v1',
          id: 'zfs',
          initErr: { message: 'no zfs: skip plugin' },
        },
        { type: 'io.containerd.grpc.v1', id: 'cri', initErr: { message: 'no \x1b[1mCNI' } },
      ],
    }),
  });
  const containerd = await connect();
  expect(await containerd.failedPlugins({ signal })).toEqual(['io.containerd.grpc.v1.cri: no CNI']);
});

it('on CRI-O both are not served, and asked once only', async () => {
  runtime.serve(RuntimeService, { version: () => CRIO_VERSION });
  const containerd = await connect();
  for (let index = 0; index < 2; index++) {
    await expect(containerd.listIngests({ signal })).rejects.toMatchObject({
      isUnimplemented: true,
    });
  }
  await expect(containerd.listIngests({ signal })).rejects.toThrow('remembered');
});
