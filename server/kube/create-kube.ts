import type { KubeEvent, KubeFacts } from '../contract/kube-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import { available, type Section, unavailable } from '../contract/section.ts';
import type { Kube } from './kube.ts';
import type { KubeAccessReader } from './kube-access.ts';
import { KubeError } from './kube-error.ts';
import { KubeHttp } from './kube-http.ts';
import { itemsOf, listPages } from './list-pages.ts';
import { NodePods } from './node-pods.ts';
import { PodEvents } from './pod-events.ts';
import { reasonOf, tellKube } from './tell-kube.ts';
import { toEvents } from './to-events.ts';
import {
  toLease,
  toNodeConditions,
  toRuntimeClasses,
  toVolumeAttachments,
} from './to-node-objects.ts';

/** 5,000 attachments are a large cluster; they cannot be chosen by node. */
const MAX_ATTACHMENT_PAGES = 10;
/** Events kept of the Node itself: the newest. */
const NODE_EVENTS = 50;
/** From the API server's cache, not from etcd: as fresh as a watcher sees it, and cheap for it. */
const FROM_CACHE = { resourceVersion: '0' };

export interface KubeOptions {
  readonly access: KubeAccessReader;
  /** This node's name in the cluster. */
  readonly nodeName: string;
  readonly nowMs: () => number;
  /** For tests. */
  readonly timeoutMs?: number;
}

interface AskOptions {
  readonly signal: AbortSignal;
}

class HttpKube implements Kube {
  readonly isConfigured = true;
  readonly #options: KubeOptions;
  readonly #http: KubeHttp;
  readonly #pods: NodePods;
  readonly #podEvents: PodEvents;
  readonly #failures = new Map<string, KubeError>();
  #podCount: number | null = null;

  constructor(options: KubeOptions) {
    this.#options = options;
    this.#http = new KubeHttp(options);
    this.#pods = new NodePods(this.#http, options.nodeName);
    this.#podEvents = new PodEvents(this.#http, options.nowMs);
  }

  pods({ signal }: AskOptions): Promise<Section<readonly KubeletPod[]>> {
    return this.#section('pods', signal, async () => {
      const pods = await this.#pods.read(signal);
      this.#podCount = pods.length;
      return pods;
    });
  }

  events(
    pods: readonly KubeletPod[],
    { signal }: AskOptions,
  ): Promise<Section<readonly KubeEvent[]>> {
    return this.#section('events', signal, async () => {
      const [ofPods, ofNode] = await Promise.all([
        this.#podEvents.read(pods, signal),
        this.#nodeEvents(signal),
      ]);
      return [...ofPods, ...ofNode].sort((a, b) => (a.lastAtMs ?? 0) - (b.lastAtMs ?? 0));
    });
  }

  lease({ signal }: AskOptions): Promise<KubeFacts['lease']> {
    return this.#section('lease', signal, async () => {
      const name = encodeURIComponent(this.#options.nodeName);
      const path = `/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${name}`;
      const json = await this.#http.json({ path, right: 'get leases.coordination.k8s.io' }, signal);
      return toLease(json) ?? raise(`${path} is no lease`);
    });
  }

  runtimeClasses({ signal }: AskOptions): Promise<KubeFacts['runtimeClasses']> {
    return this.#section('runtime classes', signal, async () => {
      const pages = await listPages(
        this.#http,
        {
          path: '/apis/node.k8s.io/v1/runtimeclasses',
          right: 'list runtimeclasses.node.k8s.io',
          query: FROM_CACHE,
          maxPages: 1,
        },
        signal,
      );
      return toRuntimeClasses(itemsOf(pages, 'runtime classes'));
    });
  }

  volumeAttachments(
    volumes: ReadonlySet<string>,
    { signal }: AskOptions,
  ): Promise<KubeFacts['volumeAttachments']> {
    return this.#section('volume attachments', signal, async () => {
      const pages = await listPages(
        this.#http,
        {
          path: '/apis/storage.k8s.io/v1/volumeattachments',
          right: 'list volumeattachments.storage.k8s.io',
          query: FROM_CACHE,
          maxPages: MAX_ATTACHMENT_PAGES,
        },
        signal,
      );
      const all = toVolumeAttachments(itemsOf(pages, 'volume attachments'));
      return all.filter(
        ({ nodeName, persistentVolume }) =>
          nodeName === this.#options.nodeName || volumes.has(persistentVolume ?? ''),
      );
    });
  }

  nodeConditions({ signal }: AskOptions): Promise<KubeFacts['nodeConditions']> {
    return this.#section('node', signal, async () => {
      const path = `/api/v1/nodes/${encodeURIComponent(this.#options.nodeName)}`;
      const json = await this.#http.json({ path, right: 'get nodes' }, signal);
      return toNodeConditions(json) ?? raise(`${path} is no node`);
    });
  }

  source(): SourceStatus {
    const { nodeName } = this.#options;
    return {
      name: 'kube',
      ...tellKube({
        nodeName,
        host: this.#http.host,
        podCount: this.#podCount,
        silentSinceMs: this.#http.silentSinceMs,
        failures: this.#failures,
      }),
    };
  }

  close(): void {
    this.#http.close();
  }

  async #nodeEvents(signal: AbortSignal): Promise<readonly KubeEvent[]> {
    const { nodeName } = this.#options;
    // Events of nodes stand in the default namespace.
    const pages = await listPages(
      this.#http,
      {
        path: '/api/v1/namespaces/default/events',
        right: 'list events',
        query: { fieldSelector: `involvedObject.kind=Node,involvedObject.name=${nodeName}` },
        maxPages: 2,
      },
      signal,
    );
    return toEvents(itemsOf(pages, 'events')).slice(-NODE_EVENTS);
  }

  async #section<T>(
    name: string,
    signal: AbortSignal,
    read: () => Promise<T>,
  ): Promise<Section<T>> {
    try {
      const value = await read();
      this.#failures.delete(name);
      return available(value, this.#options.nowMs());
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof KubeError)) throw error;
      this.#failures.set(name, error);
      return unavailable(reasonOf(error, this.#http.silentSinceMs));
    }
  }
}

function raise(reason: string): never {
  throw new KubeError(reason);
}

/** An API server to ask about this node; nothing is opened before it is asked. */
export function createKube(options: KubeOptions): Kube {
  return new HttpKube(options);
}
