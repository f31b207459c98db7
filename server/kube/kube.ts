import type { KubeEvent, KubeFacts } from '../contract/kube-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { SourceStatus } from '../contract/node-status.ts';
import type { Section } from '../contract/section.ts';

interface AskOptions {
  readonly signal: AbortSignal;
}

/** The API server as a source: what is wanted of this node. Nothing rejects but for the caller's abort. */
export interface Kube {
  /** Pods bound to this node. A mirror pod bears the uid of the static pod it mirrors, as kubelet and the runtime know it. */
  pods(options: AskOptions): Promise<Section<readonly KubeletPod[]>>;
  /** Events of those of `pods` that are in trouble, and of the Node, oldest first. */
  events(pods: readonly KubeletPod[], options: AskOptions): Promise<Section<readonly KubeEvent[]>>;
  lease(options: AskOptions): Promise<KubeFacts['lease']>;
  runtimeClasses(options: AskOptions): Promise<KubeFacts['runtimeClasses']>;
  /** Those of this node, and those elsewhere of the volumes in `volumes`: where a volume still hangs. */
  volumeAttachments(
    volumes: ReadonlySet<string>,
    options: AskOptions,
  ): Promise<KubeFacts['volumeAttachments']>;
  nodeConditions(options: AskOptions): Promise<KubeFacts['nodeConditions']>;
  /** True when there is an API server to ask. */
  readonly isConfigured: boolean;
  /** How the last readings went. */
  source(): SourceStatus;
  close(): void;
}
