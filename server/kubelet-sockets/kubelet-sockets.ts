import type { PodResources } from '../contract/kubelet-facts.ts';
import type { KubeletPod } from '../contract/kubelet-pod.ts';
import type { Section } from '../contract/section.ts';

export interface AskOptions {
  readonly signal: AbortSignal;
}

/** kubelet's sockets for its node: root may ask them without any credential. */
export interface KubeletSockets {
  /** kubelet's pods; never rejects but for the caller's abort. */
  pods(options: AskOptions): Promise<Section<readonly KubeletPod[]>>;
  /** Devices and CPUs given to containers; never rejects but for the caller's abort. */
  podResources(options: AskOptions): Promise<Section<readonly PodResources[]>>;
  close(): void;
}
