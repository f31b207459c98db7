import { status } from '@grpc/grpc-js';
import {
  CgroupDriver,
  ContainerState,
  PodSandboxState,
  type RuntimeService,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimContainer, SimSandbox } from '../model/objects.ts';
import type { SimStreaming } from '../streaming/sim-streaming.ts';
import { streamingCalls } from '../streaming/streaming-calls.ts';
import type { RuntimeChanges } from '../wire/runtime-changes.ts';
import { findSandbox as sandboxOf } from '../wire/sandbox-changes.ts';
import { RpcFailure } from './call-gate.ts';
import { subscribeCriEvents } from './cri-events.ts';
import type { Handlers } from './serve.ts';
import { containerStats, containerStatsList, podStats, podStatsList } from './stats.ts';
import { toContainer, toContainerStatus, toSandbox, toSandboxStatus } from './to-wire.ts';
import { containerInfo, sandboxInfo, statusInfo } from './verbose-info.ts';

/** Bytes that a list answer is blown up to; 0 leaves it alone. */
export interface ListPadding {
  bytes: number;
}

/** RuntimeService of the simulated node: what is asked of the runtime, what leads into containers, and what changes the node. */
export function runtimeService(
  node: SimNode,
  parts: {
    readonly padding: ListPadding;
    readonly streaming: SimStreaming;
    readonly changes: RuntimeChanges;
  },
): Handlers<typeof RuntimeService> {
  const { padding, streaming, changes } = parts;
  const { dress, store } = node;
  const isUserImageTold = dress.name === 'containerd' && !dress.runtimeVersion.startsWith('1.');

  const listSandboxes = (filter?: {
    id?: string;
    state?: { state: PodSandboxState } | undefined;
    labelSelector?: Labels;
  }) =>
    [...store.sandboxes.values()].filter(
      (one) =>
        one.id.startsWith(filter?.id ?? '') &&
        hasLabels(one.labels, filter?.labelSelector) &&
        (filter?.state === undefined ||
          one.isReady === (filter.state.state === PodSandboxState.SANDBOX_READY)),
    );
  const listContainers = (filter?: ContainerQuery) =>
    [...store.containers.values()].filter((one) => matches(one, filter));
  const row = (one: SimContainer) => toContainer(dress.name, one, isUserImageTold);

  return {
    version: () => ({
      version: '0.1.0',
      runtimeName: dress.runtimeName,
      runtimeVersion: dress.runtimeVersion,
      runtimeApiVersion: 'v1',
    }),
    status: (request) => ({
      status: { conditions: conditions(node) },
      ...(dress.runtimeVersion.startsWith('1.6') ? {} : { runtimeHandlers: handlersOf(node) }),
      ...(request.verbose ? { info: statusInfo(node) } : {}),
    }),
    runtimeConfig: () => ({ linux: { cgroupDriver: CgroupDriver.SYSTEMD } }),
    listPodSandbox: (request) => {
      const items = listSandboxes(request.filter).map(toSandbox);
      pad(items, padding.bytes);
      return { items };
    },
    streamPodSandboxes: async (request, stream) => {
      for (const one of listSandboxes(request.filter))
        stream.write({ podSandboxes: [toSandbox(one)] });
    },
    podSandboxStatus: (request) => {
      const sandbox = findSandbox(node, request.podSandboxId);
      return {
        status: toSandboxStatus(sandbox),
        ...(request.verbose ? { info: sandboxInfo(node, sandbox) } : {}),
      };
    },
    listContainers: (request) => {
      const containers = listContainers(request.filter).map(row);
      pad(containers, padding.bytes);
      return { containers };
    },
    streamContainers: async (request, stream) => {
      for (const one of listContainers(request.filter)) stream.write({ containers: [row(one)] });
    },
    containerStatus: (request) => {
      const container = findContainer(node, request.containerId);
      return {
        status: toContainerStatus(dress.name, container),
        ...(request.verbose ? { info: containerInfo(node, container) } : {}),
      };
    },
    containerStats: (request) => containerStats(node, findContainer(node, request.containerId)),
    listContainerStats: () => ({ stats: containerStatsList(node) }),
    podSandboxStats: (request) => ({
      stats: podStats(node, findSandbox(node, request.podSandboxId)),
    }),
    listPodSandboxStats: () => ({ stats: podStatsList(node) }),
    getContainerEvents: (_request, stream) => subscribeCriEvents(node, stream),
    ...changes,
    ...kubeletCalls(node),
    ...streamingCalls(node, streaming),
  };
}

interface ContainerQuery {
  readonly id?: string;
  readonly podSandboxId?: string;
  readonly state?: { readonly state: ContainerState } | undefined;
  readonly labelSelector?: Labels;
}

type Labels = Readonly<Record<string, string>>;

function hasLabels(labels: Labels, selector: Labels = {}): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

const WIRE_STATE = {
  created: ContainerState.CONTAINER_CREATED,
  running: ContainerState.CONTAINER_RUNNING,
  exited: ContainerState.CONTAINER_EXITED,
} as const;

function matches(container: SimContainer, filter: ContainerQuery | undefined): boolean {
  if (filter === undefined) return true;
  if (!container.id.startsWith(filter.id ?? '')) return false;
  if (!hasLabels(container.labels, filter.labelSelector)) return false;
  if (filter.podSandboxId && container.sandboxId !== filter.podSandboxId) return false;
  return filter.state === undefined || WIRE_STATE[container.state] === filter.state.state;
}

/** Spreads filler over the rows so that the whole answer is at least `bytes` long. */
function pad(rows: readonly { annotations?: { [key: string]: string } }[], bytes: number): void {
  if (bytes === 0 || rows.length === 0) return;
  const filler = 'x'.repeat(Math.ceil(bytes / rows.length));
  for (const one of rows) one.annotations = { ...one.annotations, 'sim/filler': filler };
}

function conditions(node: SimNode) {
  const network =
    node.cniMissingSinceMs !== null
      ? { status: false, reason: 'NetworkPluginNotReady', message: node.dress.cniNotReadyMessage }
      : { status: true, reason: '', message: '' };
  const deprecations = { type: 'ContainerdHasNoDeprecationWarnings', status: true };
  const isTold = node.dress.name === 'containerd' && !node.dress.runtimeVersion.startsWith('1.6');
  return [
    { type: 'RuntimeReady', status: true },
    { type: 'NetworkReady', ...network },
    ...(isTold ? [deprecations] : []),
  ];
}

function handlersOf(node: SimNode) {
  const features = { recursiveReadOnlyMounts: true, userNamespaces: false };
  const named = node.dress.handlers.map((name) => ({ name, features }));
  return [{ name: '', features }, ...named];
}

function findSandbox(node: SimNode, id: string): SimSandbox {
  const sandbox = sandboxOf(node, id);
  if (sandbox !== null) return sandbox;
  const text =
    node.dress.name === 'crio'
      ? `could not find pod "${id}": PodSandbox with ID starting with ${id} not found: ID does not exist`
      : 'an error occurred when try to find sandbox: not found';
  throw new RpcFailure(status.NOT_FOUND, text);
}

function findContainer(node: SimNode, id: string): SimContainer {
  const found = [...node.store.containers.values()].filter((one) => one.id.startsWith(id));
  const [container] = found;
  if (id !== '' && found.length === 1 && container !== undefined) return container;
  const text =
    node.dress.name === 'crio'
      ? `could not find container "${id}": container with ID starting with ${id} not found: ID does not exist`
      : `an error occurred when try to find container "${id}": not found`;
  throw new RpcFailure(status.NOT_FOUND, text);
}

/** Calls that nobody but kubelet makes: it rotates logs; to change a container's resources is refused. */
function kubeletCalls(node: SimNode) {
  return {
    reopenContainerLog: (request: { readonly containerId: string }) => {
      const container = findContainer(node, request.containerId);
      if (container.state !== 'running') {
        throw new RpcFailure(status.UNKNOWN, `container ${container.id} is not running`);
      }
      node.podLogs.reopen(container, node.dress.isLogCutOnReopen);
      return {};
    },
    updateContainerResources: (): never => {
      throw new RpcFailure(
        status.FAILED_PRECONDITION,
        'the simulated node does not take this call',
      );
    },
  };
}
