import type { Config } from './config.ts';
import { createKube } from './kube/create-kube.ts';
import type { Kube } from './kube/kube.ts';
import { fromKubeconfig } from './kube/kubeconfig.ts';
import { noKube } from './kube/no-kube.ts';
import { findServiceAccount, inCluster } from './kube/service-account.ts';
import { createKubelet, type Kubelet } from './kubelet/client.ts';
import { createKubeletSockets } from './kubelet-sockets/create-kubelet-sockets.ts';
import type { KubeletSockets } from './kubelet-sockets/kubelet-sockets.ts';

/** kubelet's port that takes credentials; without one its read-only port is all there is. */
const SECURE_KUBELET_URL = 'https://127.0.0.1:10250';
const LOOPBACK = /^https?:\/\/(127\.|localhost\b|\[::1\])/;

type NowMs = () => number;

/** kubelet's port, with the credential that is named; where none is, with that of our own pod. */
export function openKubelet({ kubelet }: Pick<Config, 'kubelet'>, nowMs: NowMs): Kubelet {
  const isNamed = kubelet.tokenFile !== null || kubelet.certFile !== null;
  const own = isNamed ? null : findServiceAccount();
  const tokenFile = kubelet.tokenFile ?? own?.tokenFile ?? null;
  const hasCredential = isNamed || own !== null;
  const url = kubelet.url ?? (hasCredential ? SECURE_KUBELET_URL : null);
  // On loopback kubelet's certificate is as often self-signed: there it is not verified without being asked for.
  const isOwnAuthority = own !== null && kubelet.caFile === null && !LOOPBACK.test(url ?? '');
  const caFile = isOwnAuthority ? own.caFile : kubelet.caFile;
  return createKubelet({ ...kubelet, url, tokenFile, caFile, nowMs });
}

/** kubelet's sockets beneath the host root. */
export function openKubeletSockets(
  { hostRoot }: Pick<Config, 'hostRoot'>,
  nowMs: NowMs,
): KubeletSockets {
  return createKubeletSockets({ hostRoot, nowMs });
}

/** The API server of a kubeconfig, else that of the cluster we run in, else none with the reason. */
export function openKube({ kube }: Pick<Config, 'kube'>, nodeName: string, nowMs: NowMs): Kube {
  if (kube.isOff) return noKube('The API server is not asked (--kube-api off).');
  if (kube.kubeconfig !== null) {
    return createKube({ access: fromKubeconfig(kube.kubeconfig), nodeName, nowMs });
  }
  const files = kube.inCluster === null ? null : findServiceAccount();
  if (kube.inCluster === null || files === null) {
    return noKube('No API server is named, and this is no pod with a service account.');
  }
  return createKube({ access: inCluster(kube.inCluster, files), nodeName, nowMs });
}
