import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toContainerEvent } from '../map/to-container-event.ts';
import type { Rpc } from '../rpc.ts';
import type { RuntimeEvent } from '../runtime-connection.ts';

/**
 * CRI's own event stream, until the connection breaks (CriError) or the signal aborts. Not for containerd: on 1.7 all
 * subscribers share one channel there, so we would take events away from kubelet (containerd#7318).
 */
export async function* subscribeContainerEvents(
  rpc: Rpc,
  signal: AbortSignal,
): AsyncGenerator<RuntimeEvent, void, undefined> {
  const answers = rpc.stream(
    RuntimeService.method.getContainerEvents,
    {},
    { signal, deadlineMs: Number.POSITIVE_INFINITY, isSubscription: true },
  );
  for await (const event of answers) yield toContainerEvent(event, Date.now());
}
