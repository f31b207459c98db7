import { join } from 'node:path';
import { FAULT_FACTS } from './dress/dress.ts';
import { dressOf } from './dress/dresses.ts';
import { createRandom } from './engine/random.ts';
import { Scheduler } from './engine/scheduler.ts';
import { CgroupFiles } from './files/cgroup-files.ts';
import { NODE_NAME } from './files/host-files.ts';
import { createKubeletLog } from './files/kubelet-log.ts';
import { LogFile } from './files/log-file.ts';
import { POD_LOG_ROOT, PodLogs } from './files/pod-logs.ts';
import { keepProcFiles } from './files/proc-files.ts';
import { createRuntimeLog } from './files/runtime-log.ts';
import { EventRecorder, withEvents } from './kube/event-recorder.ts';
import type { SimNode } from './model/node.ts';
import type { Scenario } from './model/scenario.ts';
import { SimStore } from './model/store.ts';
import { NETWORK_GONE_MS } from './play-scenario.ts';
import type { SimOptions } from './sim.ts';

/** How long before now the runtime and kubelet of the simulated node were started. */
const NODE_AGE_MS = 5 * 3_600_000;

export interface CreatedNode {
  readonly node: SimNode;
  readonly runtimeLogFile: LogFile;
  readonly kubeletLogFile: LogFile;
  /** What kubelet told the API server. */
  readonly events: EventRecorder;
  /** Ends the past: from now on time is real, and what the node shows in files is kept up to date. */
  goLive(): void;
  /** Puts every log on disk. */
  flush(): void;
  close(): void;
}

/** The parts of a simulated node at the beginning of its past; nothing has happened on it yet. */
export function createNode(
  options: SimOptions,
  scenarios: readonly Scenario[],
  place: { readonly hostRoot: string; readonly startMs: number },
): CreatedNode {
  const dress = dressOf(options.dress, options.version);
  const random = createRandom(`${options.dress}/${scenarios.map((one) => one.name).join()}`);
  const clock = new Scheduler(place.startMs - NODE_AGE_MS, options.speed ?? 1);
  const now = (): number => clock.now();
  const runtimeLogFile = new LogFile(join(place.hostRoot, `/var/log/${dress.runtimeName}.log`));
  const kubeletLogFile = new LogFile(join(place.hostRoot, '/var/log/kubelet.log'));
  const podLogs = new PodLogs({
    root: join(place.hostRoot, POD_LOG_ROOT),
    formatTime: dress.formatContainerLogTime,
    mode: dress.containerLogMode,
    random,
  });
  const events = new EventRecorder(now);
  const isCniMissing = scenarios.some((one) => one.isCniConfigMissing === true);
  const node: SimNode = {
    name: NODE_NAME,
    clock,
    random,
    dress,
    store: new SimStore(random),
    runtimeLog: dress.createLog(createRuntimeLog(runtimeLogFile, now, random), random),
    kubeletLog: withEvents(createKubeletLog(kubeletLogFile, now, random), events),
    podLogs,
    pods: new Map(),
    cniMissingSinceMs: isCniMissing ? place.startMs - NETWORK_GONE_MS : null,
    isPullSerialized: options.scenarios !== 'demo',
    pullingImage: null,
  };
  const hasPause = !scenarios.some((one) => one.pods.some((pod) => pod.sandbox === 'pause-image'));
  if (hasPause) node.store.addImage(FAULT_FACTS.pauseImage, true);
  node.runtimeLog.boot();
  const { cgroups: version } = options;
  let groups: CgroupFiles | null = null;
  const flush = (): void => {
    for (const log of [runtimeLogFile, kubeletLogFile, podLogs]) log.flush();
  };
  return {
    node,
    runtimeLogFile,
    kubeletLogFile,
    events,
    goLive() {
      clock.goLive(place.startMs);
      clock.spawn(keepProcFiles(node, place.hostRoot));
      groups = version === undefined ? null : new CgroupFiles(node, place.hostRoot, version);
      flush();
    },
    flush,
    close() {
      groups?.close();
      runtimeLogFile.close();
      kubeletLogFile.close();
      podLogs.close();
    },
  };
}
