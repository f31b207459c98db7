import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SimNode } from '../model/node.ts';
import { type KubeletPlace, startKubeletServer } from './kubelet-server.ts';

/** kubelet as others see it: its port answers, or nothing listens there. */
export interface KubeletPort {
  readonly url: string;
  /** kubelet ends; what it has started goes on. */
  stop(): Promise<void>;
  /** When it ended; null while it is there. By the node's clock. */
  endedAtMs(): number | null;
  /** It is back at the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Opens kubelet's port and writes it into its configuration, so that no kubelet of this machine is taken for it. */
export async function openKubeletPort(
  node: SimNode,
  place: KubeletPlace & { readonly hostRoot: string },
): Promise<KubeletPort> {
  let server = await startKubeletServer(node, place);
  let endedAtMs: number | null = null;
  const { url } = server;
  const port = Number(new URL(url).port);
  const config = join(place.hostRoot, 'var/lib/kubelet/config.yaml');
  appendFileSync(config, `port: ${port}\nhealthzPort: 0\n`);
  const stop = async (): Promise<void> => {
    if (endedAtMs !== null) return;
    endedAtMs = node.clock.now();
    await server.close();
  };
  return {
    url,
    endedAtMs: () => endedAtMs,
    stop,
    async start() {
      if (endedAtMs === null) return;
      server = await startKubeletServer(node, { ...place, port });
      endedAtMs = null;
    },
    close: stop,
  };
}
