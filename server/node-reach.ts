import type { KubeletSigns } from './actions/kubelet-life.ts';
import type { Config } from './config.ts';
import type { UsualDuration } from './contract/history.ts';
import type { RuntimeHealth } from './contract/node-status.ts';
import { valueOr } from './contract/section.ts';
import type { History } from './history/history.ts';
import type { Host } from './host/host.ts';
import { isInNodeNetwork } from './host/own-network.ts';
import { StartedProcesses } from './host/started-processes.ts';
import type { FoundConnection } from './open-connection.ts';
import { createKubeletSigns } from './open-kubelet-signs.ts';
import type { Collector } from './snapshot/collector.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

const nowMs = Date.now;
/** 5 s: before something is changed a person waits, but not for a source that hangs. */
const FRESH_MS = 5_000;
/** 1 s: whoever reads the answer looks at the lists next. */
const LOOK_AGAIN_MS = 1_000;

/** What acts on containers asks of this node; its sources are the Runtime's, and closed with it. */
export interface NodeReach {
  readonly cri: FoundConnection['cri'];
  readonly processes: StartedProcesses;
  health(): RuntimeHealth;
  /** The latest facts; somebody has to look for them to be fresh. */
  snapshot(): NodeSnapshot;
  /** How long calls of this node usually take; empty while too few are known. */
  usual(): readonly UsualDuration[];
  /** The pod log root as it is called on the node, as of now. */
  podLogs(): Promise<string>;
  /** Read anew from all sources, as far as they answer within 5 s. */
  freshSnapshot(signal: AbortSignal): Promise<NodeSnapshot>;
  /** Something was changed: the runtime's lists are read again, as far as they answer within a second. */
  onActed(): Promise<void>;
  /** Whether kubelet is there, asked anew each time. */
  kubeletSigns(snapshot: NodeSnapshot, signal: AbortSignal): Promise<KubeletSigns>;
  isInNodeNetwork(): boolean | null;
}

interface ReachParts {
  readonly config: Config;
  readonly host: Host;
  readonly connection: FoundConnection;
  readonly collector: Collector;
  readonly history: History;
  readonly podLogs: () => Promise<string>;
}

/** The sources of this node as those see them that act on it; they stay the Runtime's. */
export function createReach(parts: ReachParts): NodeReach {
  const { config, host, connection, collector, history, podLogs } = parts;
  const isInNetwork = (): boolean | null => isInNodeNetwork(config.hostRoot);
  return {
    cri: connection.cri,
    processes: new StartedProcesses({ hostRoot: config.hostRoot }),
    health: () => connection.health(),
    snapshot: () => collector.current(),
    usual: () => valueOr(history.usual(), []),
    podLogs,
    freshSnapshot: (signal) => collector.refresh({ maxWaitMs: FRESH_MS, signal }),
    onActed: () => collector.lookAgain({ maxWaitMs: LOOK_AGAIN_MS }),
    kubeletSigns: createKubeletSigns({
      config,
      host,
      endpoint: () => connection.endpoint,
      isInNodeNetwork: isInNetwork,
      nowMs,
    }),
    isInNodeNetwork: isInNetwork,
  };
}
