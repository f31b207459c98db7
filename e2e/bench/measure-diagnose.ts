import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../server/config.ts';
import { valueOr } from '../../server/contract/section.ts';
import { connectRuntime } from '../../server/cri/connect.ts';
import { createHost } from '../../server/host/host.ts';
import { createJournal } from '../../server/journal/journal.ts';
import { noKube } from '../../server/kube/no-kube.ts';
import { createKubelet } from '../../server/kubelet/client.ts';
import { createKubeletSockets } from '../../server/kubelet-sockets/create-kubelet-sockets.ts';
import { diagnose } from '../../server/pipeline/diagnose.ts';
import type { Collector } from '../../server/snapshot/collector.ts';
import { createCollector } from '../../server/snapshot/create-collector.ts';
import type { NodeSnapshot } from '../../server/snapshot/node-snapshot.ts';

/** Runs of which the middle one counts. */
const RUNS = 15;
/** All sources are read by then. */
const COLLECT_MS = 10_000;

export interface DiagnoseTime {
  readonly ms: number;
  readonly pods: number;
}

/** How long one judgement of the whole node takes, in this process, from a snapshot of the node with these flags. */
export async function measureDiagnose(flags: readonly string[]): Promise<DiagnoseTime> {
  const snapshot = await collect(flags);
  const times: number[] = [];
  let pods = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const beganMs = performance.now();
    pods = diagnose(snapshot, Date.now()).pods.length;
    times.push(performance.now() - beganMs);
  }
  times.sort((a, b) => a - b);
  return { ms: times[Math.floor(RUNS / 2)] ?? 0, pods };
}

/** The logs are followed, not read at once: the snapshot is whole when no more calls come. */
async function withWholeLog(collector: Collector): Promise<NodeSnapshot> {
  const untilMs = Date.now() + COLLECT_MS;
  let last = -1;
  for (;;) {
    const snapshot = collector.current();
    const count = valueOr(snapshot.calls, []).length;
    if ((count === last && count > 0) || Date.now() > untilMs) return snapshot;
    last = count;
    await sleep(300);
  }
}

async function collect(flags: readonly string[]): Promise<NodeSnapshot> {
  const nowMs = Date.now;
  const config = readConfig(flags, {});
  const { hostRoot, podLogs, manifests, runtimeLog, kubeletLog } = config;
  const endpoint = config.runtimeEndpoint?.value ?? '';
  const host = createHost({ hostRoot, podLogs, manifests, nowMs });
  const connection = connectRuntime({ endpoint });
  const journal = createJournal({
    hostRoot,
    runtimeLog,
    kubeletLog,
    endpoint: () => endpoint,
    nowMs,
  });
  const kubelet = createKubelet({ ...config.kubelet, nowMs });
  const kubeletSockets = createKubeletSockets({ hostRoot, nowMs });
  const kube = noKube('Not asked.');
  const nodeName = await host.nodeName();
  const collector = createCollector({
    ...{ connection, host, journal, kubelet, kubeletSockets, kube },
    ...{ nodeName, nowMs },
  });
  try {
    const signal = new AbortController().signal;
    await collector.refresh({ maxWaitMs: COLLECT_MS, signal });
    return await withWholeLog(collector);
  } finally {
    await collector.close();
    await connection.close();
  }
}
