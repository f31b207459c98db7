import type { KubeletConfig } from './kubelet-config.ts';
import { statOnNode } from './node-files.ts';

/** Where kubelet keeps its state when nothing tells: usual place first, then k0s and microk8s. */
const ROOTS = [
  '/var/lib/kubelet',
  '/var/lib/k0s/kubelet',
  '/var/snap/microk8s/common/var/lib/kubelet',
] as const;

/** kubelet's root directory as it is called on the node: what kubelet was told, else the first usual place that has pods. */
export async function findKubeletRoot(
  hostRoot: string,
  kubelet: Pick<KubeletConfig, 'rootDir'>,
): Promise<string> {
  if (kubelet.rootDir !== null) return kubelet.rootDir.value;
  for (const root of ROOTS) {
    if ((await statOnNode(hostRoot, `${root}/pods`))?.isDirectory()) return root;
  }
  return ROOTS[0];
}
