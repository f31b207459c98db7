import type { KubeletPod } from '../contract/kubelet-pod.ts';
import { available } from '../contract/section.ts';
import type { NodeSnapshot } from '../snapshot/node-snapshot.ts';
import type { NodeSurroundings } from './pod-facts.ts';

const MIRROR_ANNOTATION = 'kubernetes.io/config.mirror';

/** The API server gives a mirror pod a uid of its own; kubelet and the runtime use the static pod's. */
function asKubeletKnowsIt(pod: KubeletPod): KubeletPod {
  const uid = pod.annotations[MIRROR_ANNOTATION];
  return uid === undefined || uid === '' ? pod : { ...pod, uid };
}

/**
 * The snapshot with the pods that are wanted: kubelet's own list, or, where it cannot be asked, the API server's, which
 * holds what kubelet last reported.
 */
export function withWish(snapshot: NodeSnapshot): {
  readonly snapshot: NodeSnapshot;
  readonly by: NodeSurroundings['wishBy'];
} {
  const { kubeletPods, kube } = snapshot;
  if (kubeletPods.available || !kube.pods.available) return { snapshot, by: 'kubelet' };
  const pods = kube.pods.value.map(asKubeletKnowsIt);
  return { snapshot: { ...snapshot, kubeletPods: available(pods, kube.pods.asOfMs) }, by: 'kube' };
}
