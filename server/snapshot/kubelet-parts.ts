import type {
  KubeletConfigz,
  KubeletFacts,
  KubeletHealth,
  KubeletMetrics,
  KubeletSummary,
  PodResources,
} from '../contract/kubelet-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import type { Kubelet } from '../kubelet/client.ts';
import type { KubeletSockets } from '../kubelet-sockets/kubelet-sockets.ts';
import { Part, type PartOptions, type Readable, sectionValue } from './part.ts';

/** While kubelet starts again its last word counts; after a minute it is no witness any more. */
const KEEP_MS = 60_000;
/** Its configuration changes with a restart only. */
const KEEP_CONFIG_MS = 10 * 60_000;

/** What kubelet tells, each read on its own: with a hung runtime some of them hang (measured). */
export interface KubeletParts {
  readonly pods: Part<readonly KubeletPod[]>;
  readonly health: Part<KubeletHealth>;
  readonly config: Part<KubeletConfigz>;
  readonly metrics: Part<KubeletMetrics>;
  readonly summary: Part<KubeletSummary>;
  readonly podResources: Part<readonly PodResources[]>;
  /** Whether the pods came from the socket, without a credential, because the port refused them. */
  isBySocket(): boolean;
}

export interface KubeletPartNeeds {
  readonly kubelet: Kubelet;
  readonly kubeletSockets: KubeletSockets;
  readonly nowMs: () => number;
  readonly onRead: PartOptions<unknown>['onRead'];
}

/** Parts that read kubelet's port, and its sockets where the port gives no pods or does not know. */
export function createKubeletParts(needs: KubeletPartNeeds): KubeletParts {
  const { kubelet, kubeletSockets, nowMs, onRead } = needs;
  const shared = { nowMs, onRead, keepMs: KEEP_MS };
  const { facts } = kubelet;
  let isBySocket = false;
  return {
    pods: new Part({
      ...shared,
      read: async (signal) => {
        const byPort = await kubelet.pods({ signal });
        const bySocket = byPort.available ? null : await kubeletSockets.pods({ signal });
        isBySocket = bySocket?.available === true;
        return sectionValue(bySocket?.available === true ? bySocket : byPort);
      },
    }),
    health: new Part({
      ...shared,
      read: async (signal) => sectionValue(await facts.health({ signal })),
    }),
    config: new Part({
      ...shared,
      keepMs: KEEP_CONFIG_MS,
      read: async (signal) => sectionValue(await facts.config({ signal })),
    }),
    metrics: new Part({
      ...shared,
      read: async (signal) => sectionValue(await facts.metrics({ signal })),
    }),
    summary: new Part({
      ...shared,
      read: async (signal) => sectionValue(await facts.summary({ signal })),
    }),
    podResources: new Part({
      ...shared,
      read: async (signal) => sectionValue(await kubeletSockets.podResources({ signal })),
    }),
    isBySocket: () => isBySocket,
  };
}

/** What kubelet tells beside its pods, as last read. */
export function kubeletFactsOf(parts: KubeletParts): KubeletFacts {
  return {
    health: parts.health.section(),
    config: parts.config.section(),
    metrics: parts.metrics.section(),
    summary: parts.summary.section(),
    podResources: parts.podResources.section(),
  };
}

/** The parts beside the pods, with how often each is read: what changes slowly or costs kubelet work, seldom. */
export function kubeletPaces(parts: KubeletParts): readonly (readonly [Readable, number])[] {
  return [
    [parts.health, 5_000],
    // Some 300 KB of text.
    [parts.metrics, 15_000],
    // kubelet samples no faster than every 10 s.
    [parts.summary, 30_000],
    [parts.podResources, 30_000],
    [parts.config, 120_000],
  ];
}

/** How kubelet stands: by its port, or by its socket where that alone gives pods. */
export function kubeletStanding(kubelet: Kubelet, parts: KubeletParts): SourceStatus {
  const byPort = kubelet.source();
  const pods = parts.pods.section();
  if (!parts.isBySocket() || !pods.available) return byPort;
  return {
    name: 'kubelet',
    status: 'ok',
    reason: `Reads ${pods.value.length} pods from kubelet's pods socket, without a credential. Its port: ${byPort.reason}`,
    enable: byPort.enable,
  };
}
