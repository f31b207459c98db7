import { create, fromJson, type JsonValue } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  ContainerEventResponseSchema,
  ContainerSchema,
  type ContainerState,
  ContainerStatusSchema,
  ImageSchema,
  PodSandboxSchema,
  PodSandboxStatusSchema,
  StatusResponseSchema,
} from '../generated/runtime/v1/api_pb.js';
import containerd16 from './fixtures/containerd-1.6.json' with { type: 'json' };
import containerd21 from './fixtures/containerd-2.1.json' with { type: 'json' };
import crio from './fixtures/cri-o-1.37.json' with { type: 'json' };
import { readableImage } from './readable-image.ts';
import { nanosecondsToMs, timestampToMs } from './time.ts';
import { toContainer } from './to-container.ts';
import { toContainerEvent } from './to-container-event.ts';
import { toContainerStatus } from './to-container-status.ts';
import { toImage } from './to-image.ts';
import { toRuntimeStatus } from './to-runtime-status.ts';
import { toSandbox } from './to-sandbox.ts';
import { toSandboxStatus } from './to-sandbox-status.ts';

/** Recorded answers of each runtime, cut to what decides. */
const RECORDED = { 'containerd-1.6': containerd16, 'containerd-2.1': containerd21, 'cri-o': crio };
type RuntimeName = keyof typeof RECORDED;
const RUNTIMES = Object.keys(RECORDED) as RuntimeName[];

const containersOf = (name: RuntimeName) =>
  RECORDED[name].containers.map((row) => toContainer(fromJson(ContainerSchema, row as JsonValue)));
const statusesOf = (name: RuntimeName) =>
  RECORDED[name].containerStatuses.map((row) =>
    toContainerStatus(fromJson(ContainerStatusSchema, row as JsonValue)),
  );

describe('times', () => {
  it.each([
    [1_795_985_498_284_208_592n, 1_795_985_498_284],
    [0n, null],
    [-6_795_364_578_871_345_152n, null],
    [1_000_000n, null],
    [-1n, null],
  ])('%d ns is %j ms', (nanoseconds, expected) => {
    expect(nanosecondsToMs(nanoseconds)).toBe(expected);
  });

  it('a Timestamp likewise', () => {
    expect(timestampToMs({ seconds: 1_795_985_498n, nanos: 284_208_592 })).toBe(1_795_985_498_284);
    expect(timestampToMs({ seconds: -62_135_596_800n, nanos: 0 })).toBeNull();
    expect(timestampToMs(undefined)).toBeNull();
  });
});

describe('toContainer', () => {
  it.each([
    ['containerd-1.6', /^sha256:51a08fce/u, /^sha256:51a08fce/u],
    ['containerd-2.1', /^registry\.lab:5000\/c\/app:1$/u, /^sha256:51a08fce/u],
    ['cri-o', /^registry\.lab:5000\/c\/app@sha256:bbc658/u, /^registry\.lab:5000\/c\/app@sha256:/u],
  ] as const)('%s', (name, image, imageRef) => {
    const [container] = containersOf(name);
    expect(container).toMatchObject({ name: expect.stringMatching(/./u), attempt: 0 });
    expect(container?.state).toBe(name === 'containerd-2.1' ? 'created' : 'exited');
    expect(container?.labels['io.kubernetes.pod.name']).toBe('web-0');
    expect(container?.image).toMatch(image);
    expect(container?.imageRef).toMatch(imageRef);
    expect(container?.createdAtMs).toBeGreaterThan(1_795_985_000_000);
    expect(container?.sandboxId).toHaveLength(64);
  });

  it('takes control sequences out of what a user may have written', () => {
    const row = create(ContainerSchema, {
      metadata: { name: 'a\x1b[31m' },
      annotations: { note: 'x\u202ey' },
    });
    expect(toContainer(row)).toMatchObject({ name: 'a', annotations: { note: 'xy' } });
  });

  it('an empty row and an unknown state are read too', () => {
    expect(toContainer(create(ContainerSchema, { state: 17 as ContainerState }))).toMatchObject({
      name: '',
      state: 'unknown',
      createdAtMs: null,
      image: '',
    });
  });
});

it.each([
  [{ image: 'sha256:', userSpecifiedImage: 'a:1' }, 'a:1'],
  [{ image: 'a:1', userSpecifiedImage: '' }, 'a:1'],
  [{ image: 'f'.repeat(64), userSpecifiedImage: '' }, 'b@sha256:1'],
  [undefined, 'b@sha256:1'],
])('readableImage(%j) is %s', (image, expected) => {
  expect(readableImage(image, 'b@sha256:1')).toBe(expected);
});

describe('toContainerStatus', () => {
  it.each(RUNTIMES)('%s: an end that is fine', (name) => {
    const done = statusesOf(name).find((status) => status.reason === 'Completed');
    expect(done).toMatchObject({ state: 'exited', exitCode: 0 });
    expect(done?.finishedAtMs).toBeGreaterThan(done?.startedAtMs ?? 0);
    expect(done?.logPath).toContain('/0.log');
  });

  it.each(['containerd-1.6', 'containerd-2.1'] as const)('%s: a start that failed', (name) => {
    const failed = statusesOf(name).find((status) => status.reason === 'StartError');
    expect(failed).toMatchObject({ exitCode: 128, startedAtMs: null });
    expect(failed?.message).toContain('OCI runtime create');
  });

  it('cri-o: a killed process', () => {
    expect(statusesOf('cri-o')).toContainEqual(
      expect.objectContaining({ exitCode: 137, reason: 'Error', message: '' }),
    );
  });

  it('mounts', () => {
    const mounted = statusesOf('containerd-2.1').find((status) => status.mounts.length > 0);
    expect(mounted?.mounts[0]).toEqual({
      containerPath: expect.stringMatching(/^\//u),
      hostPath: expect.stringMatching(/^\//u),
      readonly: expect.any(Boolean),
    });
  });
});

describe('toRuntimeStatus', () => {
  it.each([
    [
      'containerd-1.6',
      {
        handlers: ['crun', 'runc'],
        cniLoadStatus: 'OK',
        cniConfDir: '/run/node/cni.d',
        cniBinDirs: ['/usr/lib/cni'],
        sandboxImage: 'registry.lab:5000/c/pause:1',
        cgroupDriver: 'cgroupfs',
      },
    ],
    [
      'containerd-2.1',
      {
        handlers: ['crun', 'runc'],
        cniLoadStatus: 'OK',
        cniConfDir: '/run/node/cni.d',
        cniBinDirs: ['/usr/lib/cni'],
        sandboxImage: null,
        cgroupDriver: 'cgroupfs',
      },
    ],
    [
      'cri-o',
      {
        handlers: ['crun', 'runc'],
        cniLoadStatus: null,
        cniConfDir: null,
        cniBinDirs: [],
        sandboxImage: 'registry.lab:5000/c/pause:1',
        cgroupDriver: 'cgroupfs',
      },
    ],
  ] as const)('%s', (name, expected) => {
    const response = fromJson(StatusResponseSchema, RECORDED[name].status as JsonValue);
    const status = toRuntimeStatus(response);
    expect(status).toMatchObject(expected);
    expect(status.conditions).toContainEqual(
      expect.objectContaining({ type: 'NetworkReady', status: true }),
    );
    // Plain values only: no BigInt, no $typeName.
    expect(JSON.stringify(status)).not.toContain('$typeName');
  });

  it('reads the systemd driver', () => {
    const config = {
      containerd: {
        defaultRuntimeName: 'runc',
        runtimes: {
          runc: { runtimeType: 'io.containerd.runc.v2', options: { SystemdCgroup: true } },
        },
      },
    };
    const response = create(StatusResponseSchema, { info: { config: JSON.stringify(config) } });
    expect(toRuntimeStatus(response).cgroupDriver).toBe('systemd');
  });

  it.each(['not json', '[]', 'null', '{"cni":{"binDirs":7},"containerd":{"runtimes":"x"}}'])(
    'reads nothing out of %s',
    (config) => {
      const status = toRuntimeStatus(create(StatusResponseSchema, { info: { config } }));
      expect(status).toMatchObject({ handlers: [], cniBinDirs: [], sandboxImage: null });
      expect(status.cgroupDriver).toBeNull();
    },
  );
});

describe('toSandboxStatus', () => {
  it.each([
    ['containerd-1.6', '10.91.0.4'],
    ['cri-o', '10.89.0.11'],
  ] as const)('%s', (name, ip) => {
    const wire = fromJson(PodSandboxStatusSchema, RECORDED[name].sandboxStatus as JsonValue);
    expect(toSandboxStatus(wire)).toMatchObject({ ip, additionalIps: [], hostNetwork: false });
  });

  it('host network and a second address', () => {
    const wire = create(PodSandboxStatusSchema, {
      network: { ip: '', additionalIps: [{ ip: 'fd00::1' }] },
      linux: { namespaces: { options: { network: 2 } } },
    });
    expect(toSandboxStatus(wire)).toMatchObject({
      ip: null,
      additionalIps: ['fd00::1'],
      hostNetwork: true,
    });
  });
});

describe('toSandbox', () => {
  it('reads a row', () => {
    const row = create(PodSandboxSchema, {
      id: 'a',
      metadata: { name: 'web', namespace: 'shop', uid: 'u', attempt: 2 },
      state: 1,
      createdAt: -6_795_364_578_871_345_152n,
      runtimeHandler: 'kata',
    });
    expect(toSandbox(row)).toEqual({
      id: 'a',
      namespace: 'shop',
      name: 'web',
      uid: 'u',
      attempt: 2,
      state: 'not-ready',
      createdAtMs: null,
      labels: {},
      annotations: {},
      runtimeHandler: 'kata',
    });
  });
});

describe('toImage', () => {
  it.each([
    ['containerd-1.6', 'sha256:93d6b089', 322_026, false],
    ['cri-o', '93d6b089', 684_311, true],
  ] as const)('%s', (name, id, sizeBytes, pinned) => {
    const [image] = RECORDED[name].images.map((row) => toImage(fromJson(ImageSchema, row)));
    expect(image).toMatchObject({ sizeBytes, pinned, tags: ['registry.lab:5000/c/pause:1'] });
    expect(image?.id.startsWith(id)).toBe(true);
  });
});

it('toContainerEvent reads a deletion of containerd, whose time is none', () => {
  const event = create(ContainerEventResponseSchema, {
    containerId: 'a',
    containerEventType: 3,
    createdAt: -6_795_364_578_871_345_152n,
  });
  expect(toContainerEvent(event, 5)).toEqual({ topic: '/cri/deleted', atMs: 5, containerId: 'a' });
});
