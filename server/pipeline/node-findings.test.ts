import { describe, expect, it } from 'vitest';
import type { Finding } from '../contract/finding.ts';
import type { DiskUsage, HostFacts } from '../contract/host-facts.ts';
import type { KubeFacts } from '../contract/kube-facts.ts';
import type { KubeletFacts } from '../contract/kubelet-facts.ts';
import { noFurtherFacts } from '../contract/no-facts.ts';
import { available } from '../contract/section.ts';
import { diagnose } from './diagnose.ts';
import {
  ago,
  kubeletContainer,
  kubeletLine,
  kubeletPod,
  NOW_MS,
  node,
  type Parts,
  runSandbox,
  sandbox,
  waiting,
} from './testing/builders.ts';
import { CNI_ERROR } from './testing/situations-start.ts';

interface Facts {
  readonly host?: Partial<HostFacts>;
  readonly kubelet?: Partial<KubeletFacts>;
  readonly kube?: Partial<KubeFacts>;
}

function findings(facts: Facts, parts: Parts = {}): readonly Finding[] {
  const none = noFurtherFacts('not there');
  const more = {
    host: { ...none.host, ...facts.host },
    kubelet: { ...none.kubelet, ...facts.kubelet },
    kube: { ...none.kube, ...facts.kube },
    ...parts.more,
  };
  return diagnose(node({ kubelet: null, ...parts, more }), NOW_MS).findings;
}

const told = (list: readonly Finding[]) => list.map((item) => `${item.cause} ${item.severity}`);

function disk(given: Partial<DiskUsage>): DiskUsage {
  return {
    role: 'images',
    path: '/var/lib/containerd',
    totalBytes: 100e9,
    availableBytes: 50e9,
    totalInodes: 6_000_000,
    availableInodes: 5_000_000,
    ...given,
  };
}

const disks = (...list: DiskUsage[]): Facts => ({ host: { disks: available(list, NOW_MS) } });

describe('disks', () => {
  it('are no matter while there is room', () => {
    expect(findings(disks(disk({}), disk({ role: 'run', totalBytes: 800e6 })))).toEqual([]);
  });

  it('are told when full, once for all that lies on them', () => {
    const full = { availableBytes: 1e9 };
    expect(told(findings(disks(disk(full), disk({ ...full, role: 'logs' }))))).toEqual([
      'disk-full critical',
    ]);
    expect(told(findings(disks(disk({ availableBytes: 8e9 }))))).toEqual(['disk-full warning']);
  });

  it('are told when /run has no inodes left', () => {
    const run = disk({ role: 'run', path: '/run', availableInodes: 3 });
    const [finding] = findings(disks(run));
    expect(finding?.cause).toBe('run-tmpfs-inodes-full');
    expect(finding?.evidence[0]?.text).toBe('3 of 6000000 inodes are free');
  });
});

describe('kubelet', () => {
  it('is down when its health fails and its log is silent', () => {
    const health = available({ isOk: false, text: 'connection refused' }, NOW_MS);
    const last = kubeletLine('SyncLoop ADD', {}, ago(600));
    expect(told(findings({ kubelet: { health } }, { kubeletLog: [last] }))).toEqual([
      'kubelet-stopped-posting critical',
    ]);
    const fresh = kubeletLine('SyncLoop ADD', {}, ago(5));
    expect(findings({ kubelet: { health } }, { kubeletLog: [fresh] })).toEqual([]);
  });

  it('has let the lease run out', () => {
    const lease = available({ renewedAtMs: ago(95), durationSeconds: 40 }, NOW_MS);
    expect(told(findings({ kube: { lease } }))).toEqual(['kubelet-stopped-posting critical']);
    const fine = available({ renewedAtMs: ago(9), durationSeconds: 40 }, NOW_MS);
    expect(findings({ kube: { lease: fine } })).toEqual([]);
  });

  it('says that PLEG is not healthy', () => {
    const line = kubeletLine(
      'Skipping pod synchronization',
      { err: 'PLEG is not healthy: pleg was last seen active 3m5s ago' },
      ago(8),
    );
    expect(told(findings({}, { kubeletLog: [line] }))).toEqual(['pleg-unhealthy critical']);
    const old = { ...line, atMs: ago(900) };
    expect(findings({}, { kubeletLog: [old] })).toEqual([]);
  });

  it('is short of a resource, and says so again and again', () => {
    const reclaim = (seconds: number, resourceName: string) =>
      kubeletLine('Eviction manager: attempting to reclaim', { resourceName }, ago(seconds));
    const list = findings({}, { kubeletLog: [reclaim(40, 'memory'), reclaim(20, 'memory')] });
    expect(told(list)).toEqual(['evicted-memory-pressure critical']);
    expect(list[0]?.since).toBe('2026-11-29T11:59:20.000Z');
    expect(told(findings({}, { kubeletLog: [reclaim(20, 'nodefs.inodes')] }))).toEqual([
      'evicted-disk-pressure critical',
    ]);
  });

  it('uses another cgroup driver than the runtime', () => {
    const config = {
      containerRuntimeEndpoint: null,
      cgroupDriver: 'systemd',
      cgroupsPerQos: true,
      serializeImagePulls: true,
      maxParallelImagePulls: null,
      registryPullQps: null,
      registryBurst: null,
      maxPods: 110,
      staticPodPath: null,
      runtimeRequestTimeoutMs: null,
      shutdownGracePeriodMs: null,
      evictionHard: {},
      featureGates: {},
    };
    const runtime = {
      conditions: [],
      handlers: [],
      cniLoadStatus: null,
      cniConfDir: null,
      cniBinDirs: [],
      sandboxImage: null,
      cgroupDriver: 'cgroupfs',
    };
    const byVersion = (runtimeVersion: string) =>
      findings(
        { kubelet: { config: available(config, NOW_MS) } },
        {
          more: {
            runtime: available(runtime, NOW_MS),
            version: available(
              { runtimeName: 'containerd', runtimeVersion, runtimeApiVersion: 'v1' },
              NOW_MS,
            ),
          },
        },
      );
    // A newer kubelet takes the driver from a runtime that can tell it.
    expect(byVersion('2.1.9')).toEqual([]);
    const list = byVersion('1.7.24');
    expect(told(list)).toEqual(['cgroup-driver-mismatch critical']);
    expect(list[0]?.evidence.map((item) => item.text)).toEqual(['systemd', 'cgroupfs']);
  });
});

describe('what changed just before', () => {
  const failing = {
    kubelet: [kubeletPod({ containers: [kubeletContainer(waiting('ContainerCreating'))] })],
    calls: [
      runSandbox({ outcome: 'failed', error: CNI_ERROR, beganAtMs: ago(100), endedAtMs: ago(99) }),
    ],
  };
  const file = (seconds: number) => ({
    path: '/etc/cni/net.d/10-pods.conflist',
    kind: 'cni' as const,
    modifiedAtMs: ago(seconds),
    sizeBytes: 300,
  });
  const boot = {
    bootedAtMs: ago(90_000),
    runtimeStartedAtMs: ago(130),
    kubeletStartedAtMs: ago(80_000),
    kernelRelease: null,
    cgroupVersion: null,
  };

  it('is told newest first, with the first failure on top', () => {
    const [finding] = findings(
      {
        host: {
          boot: available(boot, NOW_MS),
          configFiles: available([file(200), { ...file(4000), path: '/etc/cni/old' }], NOW_MS),
        },
      },
      failing,
    );
    expect(finding?.changes?.map((item) => item.kind)).toEqual([
      'first-failure',
      'runtime-restarted',
      'cni-changed',
    ]);
    expect(finding?.changes?.[1]?.text).toBe('containerd was started');
  });

  it('is nothing where nothing changed', () => {
    const [finding] = findings({}, failing);
    expect(finding?.changes).toBeUndefined();
  });

  it('takes process and log line for one restart', () => {
    const line = {
      ...kubeletLine('starting containerd', {}, ago(129)),
      where: 'containerd.log:1',
    };
    const [finding] = findings(
      { host: { boot: available(boot, NOW_MS) } },
      { ...failing, more: { runtimeLog: available([line], NOW_MS) } },
    );
    const kinds = finding?.changes?.map((item) => item.kind) ?? [];
    expect(kinds.filter((item) => item === 'runtime-restarted')).toHaveLength(1);
  });
});

it('stays silent on a node that is well', () => {
  const list = findings({}, { sandboxes: [sandbox()], kubelet: [kubeletPod()] });
  expect(list).toEqual([]);
});
