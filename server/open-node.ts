import type { Config } from './config.ts';
import { createRuntime } from './create-runtime.ts';
import { discoverEndpoint } from './cri/discover-endpoint.ts';
import { createInterimCollector } from './interim-collector.ts';
import type { Judged } from './live/judgement.ts';
import { createOwnCost } from './live/own-cost.ts';
import { toNodeStatus } from './live/to-node-status.ts';
import type { Log } from './log.ts';
import { openConnection } from './open-connection.ts';
import { diagnose } from './pipeline/diagnose.ts';
import { tellNode } from './pipeline/tell.ts';
import type { Runtime } from './runtime.ts';

export interface NodeOptions {
  readonly config: Config;
  readonly log: Log;
  /** Memory of the renderer, null while it is not there. */
  readonly rendererRssBytes: () => number | null;
}

/** Opens every source of this node and joins them into the Runtime. */
export async function openNode({ config, log, rendererRssBytes }: NodeOptions): Promise<Runtime> {
  const hostRoot = config.hostRoot === '/' ? '' : config.hostRoot;
  const connection = await openConnection({
    log,
    discover: (signal) =>
      discoverEndpoint(
        { flag: config.runtimeEndpoint, env: null, kubelet: null, crictl: null, hostRoot },
        signal,
      ),
  });
  const collector = createInterimCollector(connection);
  const cost = createOwnCost(rendererRssBytes);
  const judge = (nowMs: number): Judged => {
    const health = connection.health();
    const snapshot = { ...collector.current(), health };
    const diagnosis = diagnose(snapshot, nowMs);
    const { endpoint, reason, warning } = connection.choice;
    const node = toNodeStatus({
      snapshot,
      pods: diagnosis.pods,
      sources: collector.sources(),
      endpoint: { endpoint, endpointReason: reason, endpointWarning: warning },
      sentence: tellNode(diagnosis, health),
      callsInFlight: [...diagnosis.callsInFlight],
      cost: cost(),
    });
    return { node, findings: diagnosis.findings, pods: diagnosis.pods };
  };
  return createRuntime({ connection, collector, judge });
}
