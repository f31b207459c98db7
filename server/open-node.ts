import { join } from 'node:path';
import type { Config } from './config.ts';
import { NO_DATA_DIR } from './config-values.ts';
import { createRuntime } from './create-runtime.ts';
import { type ConfiguredEndpoint, discoverEndpoint } from './cri/discover-endpoint.ts';
import type { History } from './history/history.ts';
import { createHost, type Host } from './host/host.ts';
import { readProcessStacks } from './host/process-stacks.ts';
import { findRuntimePid } from './host/runtime-process.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { judgeSnapshot, type NodeFacts } from './judge-snapshot.ts';
import type { Judged } from './live/judgement.ts';
import { createOwnCost } from './live/own-cost.ts';
import type { Log } from './log.ts';
import { createReach, type NodeReach } from './node-reach.ts';
import { type FoundConnection, openConnection } from './open-connection.ts';
import { openNodeLogs } from './open-logs.ts';
import { openNodeHistory, recordJudged } from './open-node-history.ts';
import { openStats } from './open-stats.ts';
import { openKube, openKubelet, openKubeletSockets } from './open-wish.ts';
import { createDiagnosisMemo } from './pipeline/diagnose.ts';
import type { Runtime } from './runtime.ts';
import type { Collector } from './snapshot/collector.ts';
import { createCollector } from './snapshot/create-collector.ts';
import type { NodeSnapshot } from './snapshot/node-snapshot.ts';

export interface NodeOptions {
  readonly config: Config;
  readonly log: Log;
  /** Memory of the renderer, null while it is not there. */
  readonly rendererRssBytes: () => number | null;
  /** True for one question only: then nothing is kept on the disk, where a running server keeps it. */
  readonly isBrief?: boolean;
}

const nowMs = Date.now;

/** Opens every source of this node and joins them into the Runtime, which closes them. */
export async function openNode(
  options: NodeOptions,
): Promise<{ readonly runtime: Runtime; readonly reach: NodeReach }> {
  const { config } = options;
  const { hostRoot, podLogs, manifests } = config;
  const host = createHost({ hostRoot, podLogs, manifests, nowMs });
  const connection = await openRuntimeConnection(options, host);
  const nodeName = config.nodeName ?? (await host.nodeName());
  const journal = openJournal(config, connection);
  const kept = await openNodeHistory({
    dataDir: options.isBrief === true ? NO_DATA_DIR : config.dataDir,
    log: options.log,
    nodeName,
    journal,
    connection,
    nowMs,
  });
  const { history } = kept;
  const collector = createCollector({
    connection,
    host,
    journal,
    kubelet: openKubelet(config, nowMs),
    kubeletSockets: openKubeletSockets(config, nowMs),
    kube: await openKube(config, nodeName, nowMs),
    nodeName,
    nowMs,
    usual: () => history.usual(),
  });
  const cost = createOwnCost(options.rendererRssBytes);
  const facts = (): NodeFacts => currentFacts({ connection, collector, history, cost });
  const memo = createDiagnosisMemo();
  const judge = (atMs: number): Judged => {
    const known = facts();
    const judged = judgeSnapshot(known, atMs, memo);
    recordJudged(history, judged, known.snapshot, atMs);
    return judged;
  };
  const handOut = {
    facts,
    stacks: async (wish: 'kernel' | 'runtime', signal: AbortSignal) => {
      const runtimePid = await findRuntimePid(hostRoot, connection.endpoint);
      return readProcessStacks(join(hostRoot, 'proc'), { wish, runtimePid }, signal);
    },
  };
  const olderCalls = {
    callsSince: (sinceMs: number, signal: AbortSignal) => journal.callsSince(sinceMs, signal),
    remembered: history.calls.bind(history),
  };
  const stats = openStats({ hostRoot, connection, snapshot: () => collector.current(), nowMs });
  const snapshot = (): NodeSnapshot => collector.current();
  const podLogRoot = async (): Promise<string> => (await host.podLogPlace()).value;
  const logs = openNodeLogs({ hostRoot, podLogs: podLogRoot, snapshot, connection });
  const rest = (): void => memo.clear();
  const parts = { connection, collector, judge, rest, handOut, olderCalls, kept, stats, logs };
  const runtime = createRuntime(parts);
  const reach = createReach({ config, host, connection, collector, history, podLogs: podLogRoot });
  return { runtime, reach };
}

function openRuntimeConnection({ config, log }: NodeOptions, host: Host): Promise<FoundConnection> {
  const named = config.runtimeEndpoint;
  const isFlag = named?.from.startsWith('--') === true;
  const discover = async (signal: AbortSignal) =>
    discoverEndpoint(
      {
        flag: isFlag ? named.value : null,
        env: isFlag ? null : (named?.value ?? null),
        kubelet: toConfigured((await host.kubeletConfig()).containerRuntimeEndpoint),
        crictl: toConfigured(await host.crictlEndpoint()),
        hostRoot: config.hostRoot === '/' ? '' : config.hostRoot,
      },
      signal,
    );
  return openConnection({ discover, log });
}

function toConfigured(
  told: { readonly value: string; readonly where: string } | null,
): ConfiguredEndpoint | null {
  return told === null ? null : { endpoint: told.value, where: told.where };
}

function openJournal(config: Config, connection: FoundConnection): Journal {
  return createJournal({
    hostRoot: config.hostRoot,
    runtimeLog: config.runtimeLog,
    kubeletLog: config.kubeletLog,
    endpoint: () => connection.endpoint,
    nowMs,
  });
}

interface JudgeParts {
  readonly connection: FoundConnection;
  readonly collector: Collector;
  readonly history: History;
  readonly cost: ReturnType<typeof createOwnCost>;
}

/** What is known now; health is asked at that moment, the facts are as they were gathered. */
function currentFacts({ connection, collector, history, cost }: JudgeParts): NodeFacts {
  const { endpoint, reason, warning } = connection.choice;
  return {
    snapshot: { ...collector.current(), health: connection.health() },
    sources: [...collector.sources(), history.source()],
    endpoint: { endpoint, endpointReason: reason, endpointWarning: warning },
    cost: cost(),
  };
}
