import type { Config } from './config.ts';
import type { Kube } from './kube/kube.ts';
import type { KubeAccessReader } from './kube/kube-access.ts';
import { noKube } from './kube/no-kube.ts';
import { findServiceAccount, inCluster } from './kube/service-account.ts';
import { createKubelet, type Kubelet } from './kubelet/client.ts';
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

/** kubelet's sockets beneath the host root; their code is loaded when they are first asked, by whoever watches first. */
export function openKubeletSockets(
  { hostRoot }: Pick<Config, 'hostRoot'>,
  nowMs: NowMs,
): KubeletSockets {
  let opened: Promise<KubeletSockets> | null = null;
  let isClosed = false;
  const open = async (): Promise<KubeletSockets> => {
    const { createKubeletSockets } = await import('./kubelet-sockets/create-kubelet-sockets.ts');
    const sockets = createKubeletSockets({ hostRoot, nowMs });
    if (isClosed) sockets.close();
    return sockets;
  };
  const sockets = (): Promise<KubeletSockets> => {
    opened ??= open();
    return opened;
  };
  return {
    pods: async (options) => (await sockets()).pods(options),
    podResources: async (options) => (await sockets()).podResources(options),
    close() {
      isClosed = true;
      void opened?.then((open) => open.close());
    },
  };
}

/** The API server of a kubeconfig, else that of the cluster we run in, else none with the reason. */
export async function openKube(
  { kube }: Pick<Config, 'kube'>,
  nodeName: string,
  nowMs: NowMs,
): Promise<Kube> {
  if (kube.isOff) {
    return noKube('The API server is not asked (--kube-api off).', 'Start without --kube-api off.');
  }
  const access = await accessTo(kube);
  if (access === null) {
    return noKube('No API server is named, and this is no pod with a service account.');
  }
  // A worker without one never pays for the code.
  const { createKube } = await import('./kube/create-kube.ts');
  return createKube({ access, nodeName, nowMs });
}

async function accessTo({
  kubeconfig,
  inCluster: address,
}: Config['kube']): Promise<KubeAccessReader | null> {
  if (kubeconfig !== null) {
    const { fromKubeconfig } = await import('./kube/kubeconfig.ts');
    return fromKubeconfig(kubeconfig);
  }
  const files = address === null ? null : findServiceAccount();
  return address === null || files === null ? null : inCluster(address, files);
}
