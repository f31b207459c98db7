import { createServer } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '../files/loopback-server.ts';
import { toSecondTime } from '../files/time-text.ts';
import { toPodJson } from '../kubelet/pod-json.ts';
import type { SimNode } from '../model/node.ts';
import type { PodRecord } from '../model/pod-record.ts';
import type { EventRecorder, RecordedEvent } from './event-recorder.ts';

/** The API server's own uid of a mirror pod differs from the static pod's. */
const mirrorUid = (uid: string): string => `mirror-${uid.slice(0, 8)}`;

/** Whether the API server answers; 'silent': it accepts and never does. */
export type KubeCondition = 'ok' | 'silent' | 'forbidden';

export interface KubeServerParts {
  readonly node: SimNode;
  readonly events: EventRecorder;
  readonly condition: () => KubeCondition;
  /** Since when nobody renews the lease; null while kubelet does. */
  readonly kubeletEndedAtMs: () => number | null;
}

/** An API server that knows this one node, on a loopback port without a credential: read-only lists, filtered and paged. */
export function startKubeServer(parts: KubeServerParts): Promise<LoopbackServer> {
  return listenOnLoopback(
    createServer((request, response) => {
      const condition = parts.condition();
      if (condition === 'silent') return;
      const url = new URL(request.url ?? '/', 'http://kube');
      const found = condition === 'forbidden' ? null : answer(parts, url);
      response.setHeader('content-type', 'application/json');
      if (found !== null) {
        response.end(JSON.stringify(found));
        return;
      }
      const code = condition === 'forbidden' ? 403 : 404;
      response.writeHead(code).end(JSON.stringify({ kind: 'Status', status: 'Failure', code }));
    }),
  );
}

function answer(parts: KubeServerParts, url: URL): object | null {
  const { node } = parts;
  const path = url.pathname;
  const selector = url.searchParams.get('fieldSelector') ?? '';
  if (path === '/api/v1/pods')
    return paged(url, selector === `spec.nodeName=${node.name}` ? pods(node) : []);
  if (/^\/api\/v1\/namespaces\/[^/]+\/events$/.test(path))
    return paged(url, events(parts, selector));
  switch (path) {
    case `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${node.name}`:
      return lease(node, parts.kubeletEndedAtMs());
    case '/apis/node.k8s.io/v1/runtimeclasses':
      return paged(url, [{ metadata: { name: 'sandboxed' }, handler: 'kata' }]);
    case '/apis/storage.k8s.io/v1/volumeattachments':
      return paged(url, []);
    case `/api/v1/nodes/${node.name}`:
      return nodeObject(node);
    default:
      return null;
  }
}

function paged(url: URL, items: readonly object[]): object {
  const limit = Number(url.searchParams.get('limit') ?? items.length);
  const from = Number(url.searchParams.get('continue') ?? 0);
  const next = from + limit < items.length ? { continue: String(from + limit) } : {};
  const metadata = { resourceVersion: '4711', ...next };
  return { kind: 'List', apiVersion: 'v1', metadata, items: items.slice(from, from + limit) };
}

function pods(node: SimNode): object[] {
  return [...node.pods.values()].map((pod) => {
    const json = toPodJson(node, pod);
    return pod.plan.isStatic === true ? asMirror(json, pod) : json;
  });
}

/** A static pod is there as its mirror only. */
function asMirror(json: object, { uid, boundAtMs }: PodRecord): object {
  const { metadata } = json as { metadata: { annotations: object } };
  const annotations = { ...metadata.annotations, 'kubernetes.io/config.mirror': uid };
  const creationTimestamp = toSecondTime(boundAtMs);
  return {
    ...json,
    metadata: { ...metadata, uid: mirrorUid(uid), creationTimestamp, annotations },
  };
}

function events({ node, events: recorder }: KubeServerParts, selector: string): object[] {
  const uid = /(?:^|,)involvedObject\.uid=([^,]+)/.exec(selector)?.[1];
  const pod = uid === undefined ? undefined : node.pods.get(uid);
  if (pod === undefined) return [];
  return recorder.of(pod.uid).map((event) => eventObject(node, pod, event));
}

function eventObject(node: SimNode, pod: PodRecord, event: RecordedEvent): object {
  const { name, namespace } = pod.plan;
  const isInit = pod.containers.find((one) => one.plan.name === event.container)?.type !== 'app';
  const list = isInit ? 'initContainers' : 'containers';
  const fieldPath =
    event.container === null ? {} : { fieldPath: `spec.${list}{${event.container}}` };
  return {
    metadata: { name: `${name}.${event.firstAtMs.toString(16)}`, namespace },
    involvedObject: { kind: 'Pod', namespace, name, uid: pod.uid, apiVersion: 'v1', ...fieldPath },
    reason: event.reason,
    message: event.message,
    type: event.type,
    count: event.count,
    firstTimestamp: toSecondTime(event.firstAtMs),
    lastTimestamp: toSecondTime(event.lastAtMs),
    source: { component: 'kubelet', host: node.name },
    reportingComponent: 'kubelet',
  };
}

function lease(node: SimNode, endedAtMs: number | null): object {
  // kubelet renews it every 10 s.
  const lastMs = endedAtMs ?? node.clock.now();
  const renewTime = new Date(lastMs - (lastMs % 10_000)).toISOString();
  return { spec: { holderIdentity: node.name, leaseDurationSeconds: 40, renewTime } };
}

function nodeObject(node: SimNode): object {
  const isNetworkGone = node.clock.now() >= (node.cniMissingSinceMs ?? Number.POSITIVE_INFINITY);
  const at = toSecondTime(node.cniMissingSinceMs ?? node.clock.now() - 3_600_000);
  const ready = isNetworkGone
    ? {
        status: 'False',
        reason: 'KubeletNotReady',
        message: `container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:${node.dress.cniNotReadyMessage}`,
      }
    : { status: 'True', reason: 'KubeletReady', message: 'kubelet is posting ready status' };
  const fine = (type: string, reason: string): object => ({
    type,
    status: 'False',
    reason,
    lastTransitionTime: at,
  });
  return {
    kind: 'Node',
    metadata: { name: node.name },
    status: {
      conditions: [
        fine('MemoryPressure', 'KubeletHasSufficientMemory'),
        fine('DiskPressure', 'KubeletHasNoDiskPressure'),
        fine('PIDPressure', 'KubeletHasSufficientPID'),
        { type: 'Ready', ...ready, lastTransitionTime: at },
      ],
    },
  };
}
