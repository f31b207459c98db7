import type { KubeEvent, KubeFacts } from '../contract/kube-facts.ts';
import { noKubeFacts } from '../contract/kube-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { type Section, valueOr } from '../contract/section.ts';
import type { Kube } from '../kube/kube.ts';
import { Part, type PartOptions, type Readable, sectionValue } from './part.ts';

/** 1 min: what the API server said before it went silent is no witness any more after it. */
const KEEP_MS = 60_000;
/** They hardly ever change. */
const KEEP_CLASSES_MS = 10 * 60_000;
/** Where the API server's pods stand in for kubelet's they are asked for more often. */
const PODS_MS = 10_000;
const PODS_ALONE_MS = 5_000;
/** Volumes named in events; more are not looked for elsewhere. */
const MAX_VOLUMES = 100;

type ValueOf<S extends { available: boolean }> =
  Extract<S, { available: true }> extends { value: infer T } ? T : never;

/** What the API server tells, each read on its own. */
export interface KubeParts {
  readonly pods: Part<readonly KubeletPod[]>;
  readonly events: Part<readonly KubeEvent[]>;
  readonly lease: Part<ValueOf<KubeFacts['lease']>>;
  readonly nodeConditions: Part<ValueOf<KubeFacts['nodeConditions']>>;
  readonly runtimeClasses: Part<ValueOf<KubeFacts['runtimeClasses']>>;
  readonly volumeAttachments: Part<ValueOf<KubeFacts['volumeAttachments']>>;
}

export interface KubePartNeeds {
  readonly kube: Kube;
  /** kubelet's pods: fresher than the API server's, so they decide whose events are asked for. */
  readonly kubeletPods: () => Section<readonly KubeletPod[]>;
  readonly nowMs: () => number;
  readonly onRead: PartOptions<unknown>['onRead'];
}

const VOLUME_NAME = /\bvolumes? "([^"]{1,253})"/gu;

/** Persistent volumes that events complain about: they may hang on another node. */
function volumesIn(events: readonly KubeEvent[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { message } of events) {
    for (const [, name = ''] of message.matchAll(VOLUME_NAME)) {
      if (names.size < MAX_VOLUMES) names.add(name);
    }
  }
  return names;
}

/** Parts that read the API server. */
export function createKubeParts({ kube, kubeletPods, nowMs, onRead }: KubePartNeeds): KubeParts {
  const shared = { nowMs, onRead, keepMs: KEEP_MS };
  const pods = new Part({
    ...shared,
    read: async (signal) => sectionValue(await kube.pods({ signal })),
  });
  const events = new Part({
    ...shared,
    read: async (signal) => {
      const known = kubeletPods();
      // The first round must know whom to ask about; it joins a reading that runs.
      if (!known.available && !pods.section().available) await pods.refresh(signal);
      const wanted = known.available ? known.value : valueOr(pods.section(), []);
      return sectionValue(await kube.events(wanted, { signal }));
    },
  });
  return {
    pods,
    events,
    lease: new Part({
      ...shared,
      read: async (signal) => sectionValue(await kube.lease({ signal })),
    }),
    nodeConditions: new Part({
      ...shared,
      read: async (signal) => sectionValue(await kube.nodeConditions({ signal })),
    }),
    runtimeClasses: new Part({
      ...shared,
      keepMs: KEEP_CLASSES_MS,
      read: async (signal) => sectionValue(await kube.runtimeClasses({ signal })),
    }),
    volumeAttachments: new Part({
      ...shared,
      read: async (signal) => {
        const volumes = volumesIn(valueOr(events.section(), []));
        return sectionValue(await kube.volumeAttachments(volumes, { signal }));
      },
    }),
  };
}

/** What the API server tells, as last read; one reason for all where there is none to ask. */
export function kubeFactsOf(kube: Kube, parts: KubeParts): KubeFacts {
  if (!kube.isConfigured) return noKubeFacts(kube.source().reason);
  return {
    pods: parts.pods.section(),
    events: parts.events.section(),
    lease: parts.lease.section(),
    nodeConditions: parts.nodeConditions.section(),
    runtimeClasses: parts.runtimeClasses.section(),
    volumeAttachments: parts.volumeAttachments.section(),
  };
}

/** The parts with how often each is read; none where there is no API server to ask. */
export function kubePaces(
  kube: Kube,
  parts: KubeParts,
  hasKubelet: boolean,
): readonly (readonly [Readable, number])[] {
  if (!kube.isConfigured) return [];
  return [
    [parts.pods, hasKubelet ? PODS_MS : PODS_ALONE_MS],
    [parts.events, 10_000],
    [parts.lease, 20_000],
    [parts.nodeConditions, 20_000],
    // They cannot be chosen by node: a whole cluster's.
    [parts.volumeAttachments, 60_000],
    [parts.runtimeClasses, 60_000],
  ];
}
