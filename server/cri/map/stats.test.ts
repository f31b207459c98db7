import { fromJson, type JsonValue } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { ContainerStatsSchema, PodSandboxStatsSchema } from '../generated/runtime/v1/api_pb.js';
import recorded from './fixtures/stats.json' with { type: 'json' };
import { toContainerStats, toPodStats } from './to-container-stats.ts';

/** Answers of ListContainerStats and ListPodSandboxStats of each runtime, cut to what decides. */
type RuntimeName = keyof typeof recorded;
const RUNTIMES = Object.keys(recorded) as RuntimeName[];

const containersOf = (name: RuntimeName) =>
  recorded[name].containerStats.map((row) =>
    toContainerStats(fromJson(ContainerStatsSchema, row as JsonValue)),
  );
const podsOf = (name: RuntimeName) =>
  recorded[name].podStats.map((row) =>
    toPodStats(fromJson(PodSandboxStatsSchema, row as JsonValue)),
  );

describe.each(RUNTIMES)('%s', (name) => {
  it('tells usage, working set and writable layer of containers that run', () => {
    for (const row of containersOf(name).filter(({ cpu }) => cpu !== null)) {
      expect(row.containerId).toMatch(/^[0-9a-f]{64}$/);
      expect(row.cpu?.usageUs).toBeGreaterThan(10_000);
      expect(row.cpu?.atMs).toBeGreaterThan(1_795_985_000_000);
      expect(row.memoryWorkingSetBytes).toBeGreaterThan(200_000);
      expect(row.writableLayerBytes).toBeGreaterThan(0);
      expect(row.cpuPressure).toBeNull();
    }
    expect(containersOf(name).some(({ cpu }) => cpu !== null)).toBe(true);
  });
});

it('microseconds keep the fractions of nanoseconds', () => {
  expect(containersOf('containerd-2.1')[0]?.cpu).toEqual({
    atMs: 1_795_985_477_190.4153,
    usageUs: 15_096.176,
  });
});

it('containerd tells the writable layer of an ended container and no more', () => {
  expect(containersOf('containerd-2.1').at(-1)).toMatchObject({
    cpu: null,
    memoryWorkingSetBytes: null,
    writableLayerBytes: 20_480,
  });
});

it('a writable layer that was not measured yet is told so, not as 0', () => {
  const row = { attributes: { id: 'a' }, writable_layer: { timestamp: '0', used_bytes: {} } };
  expect(toContainerStats(fromJson(ContainerStatsSchema, row)).writableLayerBytes).toBe('not-yet');
  const empty = { ...row, writable_layer: { timestamp: '1795985468263661078', used_bytes: {} } };
  expect(toContainerStats(fromJson(ContainerStatsSchema, empty)).writableLayerBytes).toBe(0);
});

it('pressure is told where the runtime has it', () => {
  const row = { attributes: { id: 'a' }, cpu: { psi: { Some: { Avg10: 12.5 } } } };
  expect(toContainerStats(fromJson(ContainerStatsSchema, row)).cpuPressure).toBe(0.125);
});

describe("a pod's network", () => {
  const networks = (name: RuntimeName) => podsOf(name).map(({ network }) => network);

  it('is not told by containerd for a pod in the network of the node', () => {
    expect(networks('containerd-2.1')).toEqual([null, { receivedBytes: 2056, sentBytes: 612 }]);
  });

  it('is eth0 on CRI-O, which calls the loopback the default', () => {
    expect(networks('cri-o').at(-1)).toEqual({ receivedBytes: 2548, sentBytes: 682 });
  });
});

it('a pod tells its containers too', () => {
  for (const name of ['containerd-2.1', 'cri-o'] as const) {
    expect(podsOf(name).at(-1)?.containers[0]?.cpu).not.toBeNull();
  }
});
