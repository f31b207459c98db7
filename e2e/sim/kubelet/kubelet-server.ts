import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SimNode } from '../model/node.ts';
import { toPodJson } from './pod-json.ts';

/** What the runtime's state does to kubelet's answers (kubelet.md: /pods stays, the summary does not). */
export type RuntimeCondition = 'ok' | 'hung' | 'down';

export interface KubeletServer {
  readonly url: string;
  close(): Promise<void>;
}

/** kubelet's read-only endpoint on a loopback port: /pods, /healthz, /configz, /stats/summary. */
export async function startKubeletServer(
  node: SimNode,
  place: { readonly socketPath: string; readonly condition: () => RuntimeCondition },
): Promise<KubeletServer> {
  const { condition, socketPath } = place;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://kubelet').pathname;
    const json = (value: unknown): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    switch (path) {
      case '/pods':
      case '/pods/':
        json({
          kind: 'PodList',
          apiVersion: 'v1',
          metadata: {},
          items: [...node.pods.values()].map((pod) => toPodJson(node, pod)),
        });
        return;
      case '/healthz':
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.end('ok');
        return;
      case '/configz':
        json({ kubeletconfig: kubeletConfig(node, socketPath) });
        return;
      case '/stats/summary':
        // With a hung runtime this one never answers.
        if (condition() === 'hung') return;
        if (condition() === 'down') {
          response.statusCode = 500;
          response.end('Internal Error: failed to list pod stats: rpc error: code = Unavailable');
          return;
        }
        json(summary(node));
        return;
      default:
        response.statusCode = 404;
        response.end('404 page not found\n');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => closeServer(server),
  };
}

/** The part of kubelet's configuration that somebody may compare with the runtime's. */
function kubeletConfig(node: SimNode, socketPath: string): object {
  return {
    kind: 'KubeletConfiguration',
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    staticPodPath: '/etc/kubernetes/manifests',
    cgroupDriver: 'systemd',
    containerRuntimeEndpoint: `unix://${socketPath}`,
    serializeImagePulls: node.isPullSerialized,
    readOnlyPort: 0,
    maxPods: 110,
  };
}

function summary(node: SimNode): object {
  const time = new Date(node.clock.now()).toISOString();
  const pods = [...node.pods.values()]
    .filter((pod) => pod.containers.some((one) => one.current?.state === 'running'))
    .map((pod) => ({
      podRef: { name: pod.plan.name, namespace: pod.plan.namespace, uid: pod.uid },
      startTime: new Date(pod.boundAtMs).toISOString(),
      containers: pod.containers
        .filter((one) => one.current?.state === 'running')
        .map((one) => ({
          name: one.plan.name,
          startTime: new Date(one.current?.startedAtMs ?? 0).toISOString(),
          cpu: { time, usageNanoCores: 12_000_000, usageCoreNanoSeconds: 5_274_657_168 },
          memory: {
            time,
            usageBytes: 41_943_040,
            workingSetBytes: 33_554_432,
            rssBytes: 30_000_000,
          },
        })),
    }));
  return { node: { nodeName: node.name, startTime: time }, pods };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
