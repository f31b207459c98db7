import type { Rpc } from '../cri/rpc.ts';
import type { RuntimeEvent } from '../cri/runtime-connection.ts';
import { Events } from './generated/containerd/events-service_pb.js';
import { CRI_NAMESPACE, NAMESPACE_METADATA } from './namespace.ts';
import { toRuntimeEvent } from './to-runtime-event.ts';

/**
 * What changes a list or a status. Left out at the source, since it costs an idle node: snapshots, and the tasks' exec
 * events that every exec probe makes.
 */
const FILTERS = [
  `namespace==${CRI_NAMESPACE},topic~="^/(containers|images|content|sandboxes)/"`,
  `namespace==${CRI_NAMESPACE},topic~="^/tasks/(create|start|exit|oom|delete|paused|resumed)$"`,
];

/** containerd's events of the CRI namespace until the connection breaks (CriError) or the signal aborts. */
export async function* subscribeEvents(
  rpc: Rpc,
  signal: AbortSignal,
): AsyncGenerator<RuntimeEvent, void, undefined> {
  const answers = rpc.stream(
    Events.method.subscribe,
    { filters: FILTERS },
    {
      signal,
      deadlineMs: Number.POSITIVE_INFINITY,
      metadata: NAMESPACE_METADATA,
      isSubscription: true,
    },
  );
  for await (const envelope of answers) {
    const event = toRuntimeEvent(envelope, Date.now());
    if (event) yield event;
  }
}
