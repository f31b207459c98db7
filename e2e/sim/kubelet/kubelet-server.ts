import { createServer } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '../files/loopback-server.ts';
import type { SimNode } from '../model/node.ts';
import { metricsText } from './kubelet-metrics.ts';
import { summary } from './kubelet-summary.ts';
import { toPodJson } from './pod-json.ts';

/** What the runtime's state does to kubelet's answers (kubelet.md: /pods stays, the summary does not). */
export type RuntimeCondition = 'ok' | 'hung' | 'down';

/** A path's answer; a number is a status, 'hangs' never comes. */
type Answer = object | string | number | 'hangs';

const HEALTH = '[+]ping ok\n[+]log ok\n[+]syncloop ok\n[+]device-plugin ok\nhealthz check passed\n';
const SUMMARY_DOWN = 'Internal Error: failed to list pod stats: rpc error: code = Unavailable';

export interface KubeletPlace {
  readonly socketPath: string;
  readonly condition: () => RuntimeCondition;
  /** A free one unless told. */
  readonly port?: number;
}

/** kubelet's read-only endpoint on a loopback port: /pods, /healthz, /configz, /metrics, /stats/summary. */
export async function startKubeletServer(
  node: SimNode,
  place: KubeletPlace,
): Promise<LoopbackServer> {
  const { condition, socketPath } = place;
  const answers: Readonly<Record<string, () => Answer>> = {
    '/pods': () => podList(node),
    // It stays ok with a dead runtime.
    '/healthz': () => HEALTH,
    '/configz': () => ({ kubeletconfig: kubeletConfig(node, socketPath) }),
    // With a hung runtime these two never answer.
    '/metrics': () => (condition() === 'hung' ? 'hangs' : metricsText(node)),
    '/stats/summary': () => (condition() === 'hung' ? 'hangs' : summaryOr500(node, condition())),
  };
  return listenOnLoopback(
    createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://kubelet').pathname.replace(/\/$/, '');
      const answer = answers[path]?.() ?? 404;
      if (answer === 'hangs') return;
      if (answer === 404) response.writeHead(404).end('404 page not found\n');
      else if (answer === 500) response.writeHead(500).end(SUMMARY_DOWN);
      else if (typeof answer === 'string') {
        response.setHeader('content-type', 'text/plain; charset=utf-8');
        response.end(answer);
      } else {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answer));
      }
    }),
    place.port,
  );
}

function podList(node: SimNode): object {
  const items = [...node.pods.values()].map((pod) => toPodJson(node, pod));
  return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items };
}

function summaryOr500(node: SimNode, condition: RuntimeCondition): Answer {
  return condition === 'down' ? 500 : summary(node);
}

/** The part of kubelet's configuration that decides behaviour. */
function kubeletConfig(node: SimNode, socketPath: string): object {
  return {
    kind: 'KubeletConfiguration',
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    staticPodPath: '/etc/kubernetes/manifests',
    runtimeRequestTimeout: '2m0s',
    maxPods: 110,
    serializeImagePulls: node.isPullSerialized,
    registryPullQPS: 5,
    registryBurst: 10,
    evictionHard: {
      'imagefs.available': '15%',
      'memory.available': '100Mi',
      'nodefs.available': '10%',
      'nodefs.inodesFree': '5%',
    },
    cgroupsPerQOS: true,
    cgroupDriver: 'systemd',
    containerRuntimeEndpoint: `unix://${socketPath}`,
    shutdownGracePeriod: '0s',
    readOnlyPort: 0,
  };
}
