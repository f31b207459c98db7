import type { KubeEvent } from '../contract/kube-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { KubeHttp } from './kube-http.ts';
import { itemsOf, listPages } from './list-pages.ts';
import { toEvents } from './to-events.ts';
import { isTroubled } from './troubled-pods.ts';

/** Pods asked about in one round: what several pods share is told by the first few, and the server is not pressed. */
const PODS_A_ROUND = 16;
/** Questions at once. */
const CONCURRENCY = 4;
/** Events kept of a pod: the newest; the server folds equal ones itself. */
const EVENTS_A_POD = 50;
/** Pods whose events are kept. */
const MAX_PODS = 250;

interface Known {
  readonly readAtMs: number;
  readonly events: readonly KubeEvent[];
}

/**
 * The events of pods in trouble, asked pod by pod as `kubectl describe` does: no field tells an event's node, and a
 * cluster's events are too many to read. Those heard of longest ago are asked first.
 */
export class PodEvents {
  readonly #http: KubeHttp;
  readonly #nowMs: () => number;
  #known = new Map<string, Known>();

  constructor(http: KubeHttp, nowMs: () => number) {
    this.#http = http;
    this.#nowMs = nowMs;
  }

  /** One round. Rejects with KubeError as soon as one question fails. */
  async read(pods: readonly KubeletPod[], signal: AbortSignal): Promise<readonly KubeEvent[]> {
    const nowMs = this.#nowMs();
    const troubled = pods.filter((pod) => isTroubled(pod, nowMs)).slice(0, MAX_PODS);
    const wanted = new Set(troubled.map(({ uid }) => uid));
    this.#known = new Map([...this.#known].filter(([uid]) => wanted.has(uid)));
    const round = [...troubled].sort((a, b) => this.#readAt(a) - this.#readAt(b));
    const queue = round.slice(0, PODS_A_ROUND).values();
    const work = async (): Promise<void> => {
      for (const pod of queue) await this.#readOne(pod, signal);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return [...this.#known.values()].flatMap(({ events }) => events);
  }

  #readAt({ uid }: KubeletPod): number {
    return this.#known.get(uid)?.readAtMs ?? 0;
  }

  async #readOne({ namespace, uid }: KubeletPod, signal: AbortSignal): Promise<void> {
    const pages = await listPages(
      this.#http,
      {
        path: `/api/v1/namespaces/${encodeURIComponent(namespace)}/events`,
        right: 'list events',
        query: { fieldSelector: `involvedObject.uid=${uid}` },
        maxPages: 2,
      },
      signal,
    );
    const events = toEvents(itemsOf(pages, 'events')).slice(-EVENTS_A_POD);
    this.#known.set(uid, { readAtMs: this.#nowMs(), events });
  }
}
