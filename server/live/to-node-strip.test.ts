import { describe, expect, it } from 'vitest';
import type { DiskUsage, NodeLoad } from '../contract/host-facts.ts';
import { nodeStripSchema } from '../contract/node-status.ts';
import { available, unavailable } from '../contract/section.ts';
import { node } from '../pipeline/testing/builders.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import { toNodeStrip } from './to-node-strip.ts';

const LOAD: NodeLoad = {
  cpuUsedRatio: 0.25,
  cpuCount: 2,
  memoryTotalBytes: 100,
  memoryAvailableBytes: 40,
  cpuPressure: 0.1,
  memoryPressure: 0,
  ioPressure: { missing: 'this kernel keeps no pressure' },
  loadAverage: 6.15,
};

const disk = (role: DiskUsage['role'], path: string, totalBytes: number): DiskUsage => ({
  role,
  path,
  totalBytes,
  availableBytes: 5,
  totalInodes: totalBytes,
  availableInodes: 1,
});

function withHost(host: Partial<NodeSnapshot['host']>): NodeSnapshot {
  const made = node();
  return { ...made, host: { ...made.host, ...host } };
}

describe("the node's figures", () => {
  it('are told with their disks, relists and lease', () => {
    const made = withHost({
      load: available(LOAD, 1),
      disks: available(
        [
          disk('images', '/var/lib/containerd', 900),
          disk('root', '/', 500),
          disk('logs', '/var/log', 500),
        ],
        1,
      ),
    });
    const metrics = {
      plegRelistP99Ms: 12,
      plegLastSeenAtMs: null,
      runtimeOperations: [],
      runningPods: null,
      evictions: {},
    };
    const lease = { renewedAtMs: Date.UTC(2026, 10, 29), durationSeconds: 40 };
    const { strip } = toNodeStrip({
      ...made,
      kubelet: { ...made.kubelet, metrics: available(metrics, 1) },
      kube: { ...made.kube, lease: available(lease, 1) },
    });
    expect(nodeStripSchema.parse(strip)).toMatchObject({
      cpuUsedRatio: 0.25,
      pressure: { cpu: 0.1, io: { missing: 'this kernel keeps no pressure' } },
      disks: [
        { role: 'root', path: '/', totalBytes: 500 },
        { role: 'images', path: '/var/lib/containerd', totalBytes: 900 },
      ],
      disksMissing: null,
      plegRelistMs: 12,
      leaseRenewedAt: '2026-11-29T00:00:00.000Z',
    });
  });

  it('tell one file system once', () => {
    const same = [disk('root', '/', 500), disk('images', '/var/lib/containerd', 500)];
    const { strip } = toNodeStrip(
      withHost({ load: available(LOAD, 1), disks: available(same, 1) }),
    );
    expect(strip?.disks.map(({ role }) => role)).toEqual(['root']);
  });

  it('say what is missing and why', () => {
    const { strip } = toNodeStrip(withHost({ load: unavailable('There is no /proc.') }));
    expect(nodeStripSchema.parse(strip)).toMatchObject({
      cpuUsedRatio: { missing: 'There is no /proc.' },
      cpuCount: null,
      disks: [],
      disksMissing: 'not there',
      plegRelistMs: { missing: 'not there' },
      leaseRenewedAt: null,
      leaseMissing: 'not there',
    });
  });

  it('are absent where they were never read', () => {
    expect(toNodeStrip(node())).toEqual({});
  });
});
