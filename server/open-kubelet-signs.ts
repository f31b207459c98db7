import type { KubeletSigns, PortSign } from './actions/kubelet-life.ts';
import type { Config } from './config.ts';
import type { Host } from './host/host.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

/** kubelet's own defaults. */
const PORT = 10_250;
const HEALTHZ_PORT = 10_248;
/** 40 s: what a lease is good for unless it says otherwise. */
const LEASE_SECONDS = 40;

export interface SignSources {
  readonly config: Pick<Config, 'hostRoot' | 'kubelet'>;
  readonly host: Pick<Host, 'kubeletConfig'>;
  readonly endpoint: () => string;
  readonly isInNodeNetwork: () => boolean | null;
  readonly nowMs: () => number;
}

interface Door {
  readonly url: URL;
  /** A closed one says something about this node's kubelet. */
  readonly isOfNode: boolean;
}

/**
 * Looks for signs of a living kubelet, anew each time: all its ports at once, the node's processes, its lease. Takes no
 * longer than a second.
 */
export function createKubeletSigns(sources: SignSources) {
  return async (snapshot: NodeSnapshot, signal: AbortSignal): Promise<KubeletSigns> => {
    // Loaded when somebody acts on the node, which is seldom.
    const [{ askPort }, { findKubeletProcess }] = await Promise.all([
      import('./kubelet/ask-ports.ts'),
      import('./host/kubelet-process.ts'),
    ]);
    const ask = async ({ url, isOfNode }: Door): Promise<PortSign> => ({
      ...(await askPort(url, signal)),
      isOfNode,
    });
    const { hostRoot } = sources.config;
    const [ports, process] = await Promise.all([
      Promise.all((await doorsOf(sources)).map(ask)),
      findKubeletProcess({ hostRoot, endpoint: sources.endpoint() }, sources.nowMs()),
    ]);
    const { lease } = snapshot.kube;
    return {
      ports,
      process,
      heartbeatAtMs: lease.available ? lease.value.renewedAtMs : null,
      heartbeatEverySeconds: lease.available ? lease.value.durationSeconds : LEASE_SECONDS,
    };
  };
}

/** Where kubelet is named to be, and where it was told to listen on loopback, which must be the node's own. */
async function doorsOf({ config, host, isInNodeNetwork }: SignSources): Promise<readonly Door[]> {
  const doors: Door[] = [];
  const add = (address: string, isOfNode: boolean): void => {
    const url = new URL('healthz', address.endsWith('/') ? address : `${address}/`);
    if (doors.every((door) => door.url.host !== url.host)) doors.push({ url, isOfNode });
  };
  if (config.kubelet.url !== null) add(config.kubelet.url, true);
  const isHere = isInNodeNetwork();
  if (isHere === false) return doors;
  const { port, healthzPort, readOnlyPort } = await host.kubeletConfig();
  const told = [
    ['http', healthzPort?.value ?? HEALTHZ_PORT],
    ['https', port?.value ?? PORT],
    ['http', readOnlyPort?.value ?? 0],
  ] as const;
  for (const [scheme, number] of told) {
    if (number > 0 && number <= 65_535) add(`${scheme}://127.0.0.1:${number}`, isHere === true);
  }
  return doors;
}
