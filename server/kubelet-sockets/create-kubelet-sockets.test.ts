import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  create,
  type DescMethodUnary,
  fromBinary,
  type MessageInitShape,
  toBinary,
} from '@bufbuild/protobuf';
import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createKubeletSockets } from './create-kubelet-sockets.ts';
import {
  ListPodResourcesResponseSchema,
  PodResourcesLister,
} from './generated/kubelet/pod-resources_pb.js';
import { ListPodsResponseSchema, Pods } from './generated/kubelet/pods_pb.js';
import type { KubeletSockets } from './kubelet-sockets.ts';

const { signal } = new AbortController();
let root: string;
let server: Server | null = null;
let sockets: KubeletSockets;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ks-'));
  sockets = createKubeletSockets({ hostRoot: root, nowMs: () => 9 });
});

afterEach(() => {
  sockets.close();
  server?.forceShutdown();
  server = null;
  rmSync(root, { recursive: true });
});

async function serve(
  path: string,
  method: DescMethodUnary,
  answer: handleUnaryCall<unknown, unknown>,
): Promise<void> {
  const socket = join(root, path);
  mkdirSync(join(socket, '..'), { recursive: true });
  server = new Server();
  const definition = {
    path: `/${method.parent.typeName}/${method.name}`,
    requestStream: false,
    responseStream: false,
    requestDeserialize: (bytes: Buffer) => fromBinary(method.input, bytes),
    requestSerialize: () => Buffer.alloc(0),
    responseSerialize: (value: unknown) => value as Buffer,
    responseDeserialize: (bytes: Buffer) => bytes,
  };
  server.addService({ [method.name]: definition }, { [method.name]: answer });
  const bound = server;
  await new Promise<void>((resolve, reject) =>
    bound.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), (error) =>
      error === null ? resolve() : reject(error),
    ),
  );
}

type PodsInit = MessageInitShape<typeof ListPodsResponseSchema>;
const servePods = (answer: PodsInit, dir = 'var/lib/kubelet') =>
  serve(`${dir}/pods-api/pods-api.sock`, Pods.method.listPods, (_, reply) =>
    reply(
      null,
      Buffer.from(toBinary(ListPodsResponseSchema, create(ListPodsResponseSchema, answer))),
    ),
  );

const at = (seconds: number) => ({ seconds: BigInt(seconds), nanos: 0 });

describe('the pods socket', () => {
  it('gives pods as /pods gives them', async () => {
    await servePods({
      pods: [
        {
          metadata: {
            name: 'web',
            namespace: 'shop',
            uid: 'u1',
            labels: { app: 'web' },
            creationTimestamp: at(1_795_985_000),
            deletionGracePeriodSeconds: 30,
            finalizers: ['example/keep'],
          },
          spec: {
            restartPolicy: 'Always',
            initContainers: [{ name: 'mesh', image: 'm', restartPolicy: 'Always' }],
            containers: [{ name: 'app', image: 'registry.example/a:1', readinessProbe: {} }],
            ephemeralContainers: [{ ephemeralContainerCommon: { name: 'debug', image: 'd' } }],
          },
          status: {
            phase: 'Pending',
            conditions: [{ type: 'Ready', status: 'False', reason: 'ContainersNotReady' }],
            containerStatuses: [
              {
                name: 'app',
                restartCount: 2,
                state: {
                  waiting: { reason: 'CrashLoopBackOff', message: 'back-off \u001b[31m5m0s' },
                },
                lastState: {
                  terminated: { exitCode: 0, reason: 'Completed', finishedAt: at(1_795_985_100) },
                },
              },
            ],
          },
        },
      ],
    });
    const section = await sockets.pods({ signal });
    expect(section).toMatchObject({
      available: true,
      asOfMs: 9,
      value: [
        {
          namespace: 'shop',
          name: 'web',
          uid: 'u1',
          createdAtMs: 1_795_985_000_000,
          deletionGraceSeconds: 30,
          finalizers: ['example/keep'],
          phase: 'Pending',
          conditions: [{ type: 'Ready', status: 'False' }],
          containers: [
            { name: 'mesh', type: 'sidecar' },
            {
              name: 'app',
              type: 'app',
              hasReadinessProbe: true,
              hasLivenessProbe: false,
              ready: false,
              restartCount: 2,
              state: { kind: 'waiting', reason: 'CrashLoopBackOff', message: 'back-off 5m0s' },
              lastState: { kind: 'terminated', exitCode: 0, finishedAtMs: 1_795_985_100_000 },
            },
            { name: 'debug', type: 'ephemeral' },
          ],
        },
      ],
    });
  });

  it('is found where k0s puts it', async () => {
    await servePods({ pods: [{ metadata: { name: 'a', namespace: 'b' } }] }, 'var/lib/k0s/kubelet');
    expect(await sockets.pods({ signal })).toMatchObject({ value: [{ name: 'a' }] });
  });

  it('keeps the sound pods when one has an impossible time', async () => {
    const broken = {
      name: 'x',
      namespace: 'y',
      creationTimestamp: { seconds: 2n ** 60n, nanos: 0 },
    };
    await servePods({ pods: [{ metadata: broken }, { metadata: { name: 'a', namespace: 'b' } }] });
    expect(await sockets.pods({ signal })).toMatchObject({ value: [{ name: 'a' }] });
  });

  it('says that there is none', async () => {
    expect(await sockets.pods({ signal })).toEqual({
      available: false,
      reason: expect.stringContaining('/var/lib/kubelet/pods-api/pods-api.sock'),
    });
  });

  it("tells kubelet's refusal", async () => {
    await serve('var/lib/kubelet/pods-api/pods-api.sock', Pods.method.listPods, (_, reply) =>
      reply({ code: status.FAILED_PRECONDITION, details: 'pod sources are not ready' }),
    );
    expect(await sockets.pods({ signal })).toMatchObject({
      reason: expect.stringContaining('pod sources are not ready'),
    });
  });

  it('comes back after kubelet was restarted', async () => {
    await servePods({ pods: [] });
    await sockets.pods({ signal });
    server?.forceShutdown();
    expect(await sockets.pods({ signal })).toMatchObject({ available: false });
    await servePods({ pods: [{ metadata: { name: 'a', namespace: 'b' } }] });
    expect(await sockets.pods({ signal })).toMatchObject({ value: [{ name: 'a' }] });
  });

  it('rejects when the caller gives up', async () => {
    const controller = new AbortController();
    await serve('var/lib/kubelet/pods-api/pods-api.sock', Pods.method.listPods, () =>
      controller.abort(new Error('enough')),
    );
    await expect(sockets.pods({ signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('the pod-resources socket', () => {
  it('tells who holds devices, claims and CPUs, and leaves out who holds none', async () => {
    const answer = create(ListPodResourcesResponseSchema, {
      podResources: [
        { name: 'idle', namespace: 'shop', containers: [{ name: 'app' }] },
        {
          name: 'trainer',
          namespace: 'ml',
          containers: [
            {
              name: 'app',
              devices: [{ resourceName: 'example.com/gpu', deviceIds: ['gpu-0', 'gpu-1'] }],
              cpuIds: [2n, 3n],
              dynamicResources: [
                {
                  claimName: 'nic',
                  claimResources: [{ driverName: 'net.example', deviceName: 'vf3' }],
                },
              ],
            },
          ],
        },
      ],
    });
    await serve(
      'var/lib/kubelet/pod-resources/kubelet.sock',
      PodResourcesLister.method.list,
      (_, reply) => reply(null, Buffer.from(toBinary(ListPodResourcesResponseSchema, answer))),
    );
    expect(await sockets.podResources({ signal })).toEqual({
      available: true,
      asOfMs: 9,
      value: [
        {
          namespace: 'ml',
          name: 'trainer',
          containers: [
            {
              name: 'app',
              devices: [
                { resource: 'example.com/gpu', ids: ['gpu-0', 'gpu-1'] },
                { resource: 'claim nic', ids: ['net.example/vf3'] },
              ],
              cpuIds: [2, 3],
            },
          ],
        },
      ],
    });
  });
});
