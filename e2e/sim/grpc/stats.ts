import type { MessageInitShape } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type {
  ContainerStatsSchema,
  LinuxPodSandboxStatsSchema,
  PodSandboxStatsSchema,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { containerUse, podUse } from '../model/container-use.ts';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';
import { RpcFailure } from './call-gate.ts';
import { toNanos } from './to-wire.ts';

type Stats = MessageInitShape<typeof ContainerStatsSchema>;
type PodStats = MessageInitShape<typeof PodSandboxStatsSchema>;
type LinuxStats = MessageInitShape<typeof LinuxPodSandboxStatsSchema>;

function rowOf(node: SimNode, container: SimContainer): Stats {
  const nowMs = node.clock.now();
  const timestamp = toNanos(nowMs);
  const isRunning = container.state === 'running';
  const use = containerUse(node, container, nowMs);
  const bytes = BigInt(use.memoryBytes);
  return {
    attributes: {
      id: container.id,
      metadata: { name: container.name, attempt: container.attempt },
      labels: { ...container.labels },
      annotations: { ...container.annotations },
    },
    ...(isRunning
      ? {
          cpu: {
            timestamp,
            usageCoreNanoSeconds: { value: BigInt(Math.round(use.cpuMs * 1_000_000)) },
            usageNanoCores: { value: rateOf(node, container, use.cores) },
          },
          memory: { timestamp, workingSetBytes: { value: bytes }, usageBytes: { value: bytes } },
        }
      : {}),
    writableLayer: {
      timestamp,
      usedBytes: { value: BigInt(use.writableLayerBytes) },
      inodesUsed: { value: 8n },
    },
  };
}

/** Containers that were told of before: a rate needs two samples. */
const sampled = new WeakSet<SimContainer>();

/** 0 at the first time on every runtime; containerd 2.1 never fills the rate of a container. */
function rateOf({ dress }: SimNode, container: SimContainer, cores: number): bigint {
  const isFirst = !sampled.has(container);
  sampled.add(container);
  const isNever = dress.runtimeVersion.startsWith('2.1');
  return isFirst || isNever ? 0n : BigInt(Math.round(cores * 1e9));
}

/** ContainerStats of one container; for one that has ended containerd fails, and CRI-O answers nothing. */
export function containerStats(node: SimNode, container: SimContainer): { stats?: Stats } {
  if (container.state === 'running') return { stats: rowOf(node, container) };
  if (node.dress.name === 'crio') return {};
  throw new RpcFailure(status.UNKNOWN, 'unexpected metrics response: []');
}

/** ListContainerStats: CRI-O leaves ended containers out. */
export function containerStatsList(node: SimNode): Stats[] {
  return [...node.store.containers.values()]
    .filter((one) => one.state === 'running' || node.dress.name === 'containerd')
    .map((one) => rowOf(node, one));
}

export function podStats(node: SimNode, sandbox: SimSandbox): PodStats {
  const containers = node.store
    .containersOf(sandbox.id)
    .filter((one) => one.state === 'running' || node.dress.name === 'containerd')
    .map((one) => rowOf(node, one));
  const { name, uid, namespace, attempt } = sandbox;
  return {
    attributes: {
      id: sandbox.id,
      metadata: { name, uid, namespace, attempt },
      labels: { ...sandbox.labels },
      annotations: { ...sandbox.annotations },
    },
    linux: {
      ...totalOf(node, containers),
      ...networkOf(node, sandbox),
      containers,
    },
  };
}

/** A pod's own CPU, memory and processes; recorded of CRI-O, under cgroupfs, is none of them. */
function totalOf(
  node: SimNode,
  containers: readonly Stats[],
): Pick<LinuxStats, 'cpu' | 'memory' | 'process'> {
  if (node.dress.name === 'crio') return {};
  const timestamp = toNanos(node.clock.now());
  const sum = (figure: (row: Stats) => bigint | undefined) => ({
    value: containers.reduce((total, row) => total + (figure(row) ?? 0n), 0n),
  });
  return {
    cpu: { timestamp, usageCoreNanoSeconds: sum((row) => row.cpu?.usageCoreNanoSeconds?.value) },
    memory: { timestamp, workingSetBytes: sum((row) => row.memory?.workingSetBytes?.value) },
    process: { timestamp, processCount: { value: 0n } },
  };
}

/** containerd tells nothing of the node's network; CRI-O calls the loopback the default, and tells the node's own too. */
function networkOf(node: SimNode, sandbox: SimSandbox): Pick<LinuxStats, 'network'> {
  const timestamp = toNanos(node.clock.now());
  const { receivedBytes, sentBytes } = podUse(sandbox, node.clock.now());
  const eth0 = toInterface('eth0', receivedBytes, sentBytes);
  if (node.dress.name === 'containerd') {
    return sandbox.isHostNetwork ? {} : { network: { timestamp, defaultInterface: eth0 } };
  }
  const lo = toInterface('lo', 2626, 2626);
  const others = sandbox.isHostNetwork ? [toInterface('eth0', 860_392_213, 1_082_659)] : [eth0];
  return { network: { timestamp, defaultInterface: lo, interfaces: others } };
}

function toInterface(name: string, receivedBytes: number, sentBytes: number) {
  const value = (bytes: number) => ({ value: BigInt(Math.round(bytes)) });
  return { name, rxBytes: value(receivedBytes), txBytes: value(sentBytes) };
}

/** ListPodSandboxStats: containerd fails for all of them when one has no parent group. */
export function podStatsList(node: SimNode): PodStats[] {
  const ready = [...node.store.sandboxes.values()].filter((one) => one.isReady);
  const bare = node.dress.name === 'crio' ? [] : ready.filter((one) => one.cgroupParent === '');
  if (bare.length > 0) throw new RpcFailure(status.UNKNOWN, noParentText(node, bare));
  return ready.map((one) => podStats(node, one));
}

/** As recorded: 1.6 ends at the first such pod, 2.1 tells all of them. */
function noParentText({ dress }: SimNode, bare: readonly SimSandbox[]): string {
  const lines = bare.map(({ id }) => {
    const why = `failed to get cgroup metrics for sandbox ${id} because cgroupPath is empty`;
    return dress.runtimeVersion.startsWith('1.6')
      ? `failed to obtain metrics for sandbox "${id}": ${why}`
      : `failed to decode sandbox container metrics for sandbox "${id}": failed getting metrics for sandbox ${id}: ${why}`;
  });
  return (dress.runtimeVersion.startsWith('1.6') ? lines.slice(0, 1) : lines).join('\n');
}
