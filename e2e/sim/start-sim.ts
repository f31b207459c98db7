import { appendFileSync, chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FAULT_FACTS } from './dress/dress.ts';
import { dressOf } from './dress/dresses.ts';
import { createRandom } from './engine/random.ts';
import { Scheduler } from './engine/scheduler.ts';
import { MANIFESTS_DIR, writeHostFiles } from './files/host-files.ts';
import { createKubeletLog } from './files/kubelet-log.ts';
import { LogFile } from './files/log-file.ts';
import { POD_LOG_ROOT, PodLogs } from './files/pod-logs.ts';
import { createRuntimeLog } from './files/runtime-log.ts';
import { CallGate } from './grpc/call-gate.ts';
import { RuntimeServer } from './grpc/runtime-server.ts';
import type { ListPadding } from './grpc/runtime-service.ts';
import { startKubeletServer } from './kubelet/kubelet-server.ts';
import { deletePod } from './kubelet/pod-ends.ts';
import type { SimNode } from './model/node.ts';
import { SimStore } from './model/store.ts';
import { playPod, playScenario } from './play-scenario.ts';
import { createRuntimeSwitch } from './runtime-switch.ts';
import { scenariosOf } from './scenarios/index.ts';
import { scalePods } from './scenarios/scale.ts';
import type { Sim, SimControl, SimOptions } from './sim.ts';

/** How long before now the runtime and kubelet of the simulated node were started. */
const NODE_AGE_MS = 5 * 3_600_000;

/**
 * Starts a simulated node in `dir`: its past is run through at once, then it lives in real time until the signal or
 * close().
 */
export async function startSim(options: SimOptions): Promise<Sim> {
  const { dir, dress: dressName } = options;
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o700);
  const hostRoot = join(dir, 'host');
  const scenarios = scenariosOf(options.scenarios);
  writeHostFiles(hostRoot, dressName, scenarios);

  const dress = dressOf(dressName, options.version);
  const seed = Array.isArray(options.scenarios) ? options.scenarios.join() : 'demo';
  const random = createRandom(`${dressName}/${seed}`);
  const startMs = Date.now();
  const clock = new Scheduler(startMs - NODE_AGE_MS, options.speed ?? 1);
  const now = () => clock.now();
  const runtimeLogFile = new LogFile(join(hostRoot, `/var/log/${dress.runtimeName}.log`));
  const kubeletLogFile = new LogFile(join(hostRoot, '/var/log/kubelet.log'));
  const podLogs = new PodLogs({
    root: join(hostRoot, POD_LOG_ROOT),
    formatTime: dress.formatContainerLogTime,
    mode: dress.containerLogMode,
    random,
  });
  const node: SimNode = {
    name: 'node1',
    clock,
    random,
    dress,
    store: new SimStore(random),
    runtimeLog: dress.createLog(createRuntimeLog(runtimeLogFile, now, random), random),
    kubeletLog: createKubeletLog(kubeletLogFile, now, random),
    podLogs,
    pods: new Map(),
    isCniConfigMissing: scenarios.some((one) => one.isCniConfigMissing === true),
    isPullSerialized: options.scenarios !== 'demo',
    pullingImage: null,
  };
  node.runtimeLog.boot();
  if (!scenarios.some((one) => one.pods.some((pod) => pod.sandbox === 'pause-image'))) {
    node.store.addImage(FAULT_FACTS.pauseImage, true);
  }
  for (const scenario of scenarios) playScenario(node, scenario, startMs, hostRoot);
  if (options.scale !== undefined) {
    for (const pod of scalePods(options.scale)) playPod(node, pod, startMs);
  }
  clock.goLive(startMs);
  const flush = (): void => {
    runtimeLogFile.flush();
    kubeletLogFile.flush();
    podLogs.flush();
  };
  flush();

  const gate = new CallGate();
  const padding: ListPadding = { bytes: 0 };
  const socketPath = join(dir, dressName === 'crio' ? 'crio.sock' : 'containerd.sock');
  const server = new RuntimeServer(socketPath, node, gate, padding);
  const runtime = createRuntimeSwitch(node, server, gate);
  const kubelet = await startKubeletServer(node, runtime.condition);
  await server.start();
  runtime.planIncident(scenarios.find((one) => one.incident !== undefined)?.incident ?? null);

  const control: SimControl = {
    hang: runtime.hang,
    resume: runtime.resume,
    kill: runtime.kill,
    restart: runtime.restart,
    failNext: (rpc, code, details) => gate.failNext(rpc, code, details),
    total: () => gate.total(),
    resetCounts: () => gate.reset(),
    padLists: (bytes) => {
      padding.bytes = bytes;
    },
    writeRaw(log, text) {
      const file = log === 'runtime' ? runtimeLogFile : kubeletLogFile;
      file.flush();
      appendFileSync(file.path, text);
    },
    addPod: (plan) => playPod(node, plan, Date.now()),
    deletePod(namespace, name) {
      for (const pod of node.pods.values()) {
        if (pod.plan.namespace !== namespace || pod.plan.name !== name) continue;
        clock.spawn(deletePod(node, pod, { agoMs: 0, graceSeconds: 30, kind: 'polite' }));
      }
    },
    subscribers: () => node.store.listenerCount(),
  };

  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    options.signal.removeEventListener('abort', onAbort);
    runtime.close();
    clock.close();
    server.stop();
    await kubelet.close();
    runtimeLogFile.close();
    kubeletLogFile.close();
    podLogs.close();
  };
  const onAbort = (): void => void close();
  options.signal.addEventListener('abort', onAbort, { once: true });

  return {
    endpoint: `unix://${socketPath}`,
    kubeletUrl: kubelet.url,
    runtimeLog: runtimeLogFile.path,
    kubeletLog: kubeletLogFile.path,
    podLogs: podLogs.root,
    manifestsDir: join(hostRoot, MANIFESTS_DIR),
    hostRoot,
    nodeName: node.name,
    callCounts: () => gate.counts(),
    control,
    close,
  };
}
