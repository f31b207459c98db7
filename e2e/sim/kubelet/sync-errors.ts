import { goQuote } from '../files/go-quote.ts';
import type { SimNode } from '../model/node.ts';
import type { SimRpcError } from '../model/objects.ts';
import { printRpcError } from '../model/objects.ts';
import type { ContainerRecord, PodRecord } from '../model/pod-record.ts';
import { podRef, podTag } from '../model/pod-record.ts';

/** Why a container waits, as it stands in its status. */
export interface WaitingReason {
  readonly reason: string;
  readonly message: string;
}

/** kubelet prints the code of a gRPC error unless it is Unknown. */
export function kubeletText(error: SimRpcError): string {
  return error.code === 'Unknown' ? error.message : printRpcError(error);
}

/** "Error syncing pod, skipping": the line every failed sync ends with. */
export function logSyncError(node: SimNode, pod: PodRecord, err: string): void {
  node.kubeletLog.error('pod_workers.go:1324', 'Error syncing pod, skipping', {
    err,
    pod: podRef(pod),
    podUID: pod.uid,
  });
}

/** failed to "StartContainer" for "app" with ErrImagePull: "…" */
export function logStartError(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  why: WaitingReason,
): void {
  const inner = goQuote(why.message);
  logSyncError(
    node,
    pod,
    `failed to "StartContainer" for "${container.plan.name}" with ${why.reason}: ${inner}`,
  );
}

/** The pair of lines kubelet writes for a container that could not be started. */
export function logContainerFailure(
  node: SimNode,
  pod: PodRecord,
  container: ContainerRecord,
  why: WaitingReason,
): void {
  const kind = container.type === 'app' ? 'container' : 'init container';
  node.kubeletLog.error('kuberuntime_manager.go:1727', 'Unhandled Error', {
    err: `${kind} ${container.plan.name} start failed in pod ${podTag(pod)}: ${why.reason}: ${why.message}`,
    logger: 'UnhandledError',
  });
  logStartError(node, pod, container, why);
}

/** SyncLoop (PLEG): a container or sandbox started or died. */
export function logPleg(
  node: SimNode,
  pod: PodRecord,
  type: 'ContainerStarted' | 'ContainerDied',
  id: string,
): void {
  node.kubeletLog.info('kubelet.go:2752', 'SyncLoop (PLEG): event for pod', {
    pod: podRef(pod),
    event: { raw: JSON.stringify({ ID: pod.uid, Type: type, Data: id }) },
  });
}

/** kubelet looks at a failing pod again after this long, give or take. */
export function syncPause(node: SimNode): number {
  return node.random.between(11_000, 15_000);
}
