import {
  type ContainerEventResponseSchema,
  ContainerEventType,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { SimNode } from '../model/node.ts';
import type { SimEvent } from '../model/objects.ts';
import type { SimStream } from './serve.ts';
import { toContainerStatus, toNanos, toSandboxStatus } from './to-wire.ts';

const TYPES = {
  created: ContainerEventType.CONTAINER_CREATED_EVENT,
  started: ContainerEventType.CONTAINER_STARTED_EVENT,
  exited: ContainerEventType.CONTAINER_STOPPED_EVENT,
  deleted: ContainerEventType.CONTAINER_DELETED_EVENT,
} as const;

/** GetContainerEvents until the client leaves. CRI-O tells of sandboxes only that they started. */
export function subscribeCriEvents(
  node: SimNode,
  stream: SimStream<typeof ContainerEventResponseSchema>,
): Promise<void> {
  const isCrio = node.dress.name === 'crio';
  const send = (event: SimEvent): void => {
    if (event.kind === 'oom') return;
    if (isCrio && event.isSandbox && event.kind !== 'started') return;
    const sandbox = node.store.sandboxes.get(event.sandboxId);
    stream.write({
      containerId: event.containerId,
      containerEventType: TYPES[event.kind],
      createdAt: toNanos(event.atMs),
      ...(sandbox === undefined ? {} : { podSandboxStatus: toSandboxStatus(sandbox) }),
      containersStatuses: node.store
        .containersOf(event.sandboxId)
        .map((one) => toContainerStatus(node.dress.name, one)),
    });
  };
  return untilLeft(node, send, stream.signal);
}

/** Passes events on while the client is there. */
export function untilLeft(
  node: SimNode,
  send: (event: SimEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = node.store.onEvent(send);
    signal.addEventListener(
      'abort',
      () => {
        unsubscribe();
        resolve();
      },
      { once: true },
    );
  });
}
