import type { MessageInitShape } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type {
  ContainerStatsSchema,
  LinuxPodSandboxStatsSchema,
  PodSandboxStatsSchema,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';
import { RpcFailure } from './call-gate.ts';
import { containerUse, podUse } from './stats-curves.ts';
import { toNanos } from './to-wire.ts';

type Stats = MessageInitShape<typeof ContainerStatsSchema>;
type PodStats = MessageInitShape<typeof PodSandboxStatsSchema>;
type LinuxStats = MessageInitShape<typeof LinuxPodSandboxStatsSchema>;

function rowOf(node: SimNode, container: SimContainer): Stats {
  const nowMs = node.clock.now();
  const timestamp = toNanos(nowMs);
  const isRunning = container.state === 'running';
  const use = containerUse(container, nowMs);
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
            usageNanoCores: { value: BigInt(Math.round(rateOf(node, use.cores) * 1e9)) },
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

/** containerd 2.1 never fills the rate of a container. */
function rateOf({ dress }: SimNode, cores: number): number {
  return dress.runtimeVersion.startsWith('2.1') ? 0 : cores;
}

/** ContainerStats of one container; containerd fails for one that has ended. */
export function containerStats(node: SimNode, container: SimContainer): Stats {
  if (container.state !== 'running' && node.dress.name === 'containerd') {
    throw new RpcFailure(status.UNKNOWN, 'unexpected metrics response: []');
  }
  return rowOf(node, container);
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
      ...networkOf(node, sandbox),
      containers,
    },
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

export function podStatsList(node: SimNode): PodStats[] {
  return [...node.store.sandboxes.values()]
    .filter((one) => one.isReady)
    .map((one) => podStats(node, one));
}
