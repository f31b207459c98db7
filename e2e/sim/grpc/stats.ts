import type { MessageInitShape } from '@bufbuild/protobuf';
import { status } from '@grpc/grpc-js';
import type {
  ContainerStatsSchema,
  PodSandboxStatsSchema,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';
import { RpcFailure } from './call-gate.ts';
import { toNanos } from './to-wire.ts';

type Stats = MessageInitShape<typeof ContainerStatsSchema>;
type PodStats = MessageInitShape<typeof PodSandboxStatsSchema>;

/** Share of one core a container uses, from its id: 0.1 % to 12 %. */
function coreShare(container: SimContainer): number {
  return (1 + (Number.parseInt(container.id.slice(0, 4), 16) % 120)) / 1000;
}

function memoryBytes(container: SimContainer): number {
  return 4_000_000 + (Number.parseInt(container.id.slice(4, 9), 16) % 200) * 1_000_000;
}

function rowOf(node: SimNode, container: SimContainer): Stats {
  const nowMs = node.clock.now();
  const timestamp = toNanos(nowMs);
  const usedMs = (nowMs - container.startedAtMs) * coreShare(container);
  const bytes = BigInt(memoryBytes(container));
  const isRunning = container.state === 'running';
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
            usageCoreNanoSeconds: { value: BigInt(Math.round(usedMs * 1_000_000)) },
            // containerd 2.1 never fills the rate here.
            usageNanoCores: {
              value:
                node.dress.name === 'crio' ? BigInt(Math.round(coreShare(container) * 1e9)) : 0n,
            },
          },
          memory: { timestamp, workingSetBytes: { value: bytes }, usageBytes: { value: bytes } },
        }
      : {}),
    writableLayer: { timestamp, usedBytes: { value: 20480n }, inodesUsed: { value: 8n } },
  };
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
    .filter((one) => one.state === 'running')
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
      network: {
        timestamp: toNanos(node.clock.now()),
        defaultInterface: { name: 'eth0', rxBytes: { value: 2056n }, txBytes: { value: 612n } },
      },
      containers,
    },
  };
}

export function podStatsList(node: SimNode): PodStats[] {
  return [...node.store.sandboxes.values()]
    .filter((one) => one.isReady)
    .map((one) => podStats(node, one));
}
