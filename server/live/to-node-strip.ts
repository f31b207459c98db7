import type { DiskUsage, NodeLoad } from '../contract/host-facts.ts';
import type { NodeStatus, NodeStrip } from '../contract/node-status.ts';
import type { Measured } from '../contract/stats.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';

/** The node's own figures, as far as the sources tell them; nothing where they were never read. */
export function toNodeStrip(snapshot: NodeSnapshot): Pick<NodeStatus, 'strip'> {
  const { load, disks } = snapshot.host;
  if (load === undefined) return {};
  const figures = load.available ? load.value : noLoad(load.reason);
  const { cpuPressure, memoryPressure, ioPressure, ...rest } = figures;
  const strip: NodeStrip = {
    ...rest,
    pressure: { cpu: cpuPressure, memory: memoryPressure, io: ioPressure },
    disks: disks.available ? toDisks(disks.value) : [],
    disksMissing: disks.available ? null : disks.reason,
    plegRelistMs: toPleg(snapshot),
    ...toLease(snapshot),
  };
  return { strip };
}

function noLoad(reason: string): NodeLoad {
  const missing: Measured = { missing: reason };
  return {
    cpuUsedRatio: missing,
    cpuCount: null,
    memoryTotalBytes: missing,
    memoryAvailableBytes: missing,
    cpuPressure: missing,
    memoryPressure: missing,
    ioPressure: missing,
    loadAverage: missing,
  };
}

/** Two folders on one file system have the same figures but for what was written between two questions. */
function isSameDisk(a: DiskUsage, b: DiskUsage): boolean {
  return a.totalBytes === b.totalBytes && a.totalInodes === b.totalInodes;
}

function toDisks(disks: readonly DiskUsage[]): NodeStrip['disks'] {
  const root = disks.find(({ role }) => role === 'root');
  const images = disks.find(
    (disk) => disk.role === 'images' && !(root !== undefined && isSameDisk(disk, root)),
  );
  return [root, images].flatMap((disk) => {
    if (disk === undefined || (disk.role !== 'root' && disk.role !== 'images')) return [];
    const { role, path, totalBytes, availableBytes } = disk;
    return [{ role, path, totalBytes, availableBytes }];
  });
}

function toPleg({ kubelet: { metrics } }: NodeSnapshot): Measured {
  if (!metrics.available) return { missing: metrics.reason };
  return metrics.value.plegRelistP99Ms ?? { missing: 'kubelet has not told it yet' };
}

function toLease({
  kube: { lease },
}: NodeSnapshot): Pick<NodeStrip, 'leaseRenewedAt' | 'leaseMissing'> {
  if (!lease.available) return { leaseRenewedAt: null, leaseMissing: lease.reason };
  const { renewedAtMs } = lease.value;
  if (renewedAtMs === null) {
    return { leaseRenewedAt: null, leaseMissing: 'The lease was never renewed.' };
  }
  return { leaseRenewedAt: new Date(renewedAtMs).toISOString(), leaseMissing: null };
}
