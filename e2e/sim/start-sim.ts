import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNode } from './create-node.ts';
import { MANIFESTS_DIR, writeHostFiles } from './files/host-files.ts';
import { CallGate } from './grpc/call-gate.ts';
import { RuntimeServer } from './grpc/runtime-server.ts';
import type { ListPadding } from './grpc/runtime-service.ts';
import { type KubeCondition, startKubeServer } from './kube/kube-server.ts';
import { kubeconfigText } from './kube/kubeconfig-text.ts';
import { openKubeletPort } from './kubelet/kubelet-port.ts';
import { removeUnknownPods } from './kubelet/unknown-pods.ts';
import { playPod, playScenario } from './play-scenario.ts';
import { createRuntimeSwitch } from './runtime-switch.ts';
import { scenariosOf } from './scenarios/index.ts';
import { scalePods } from './scenarios/scale.ts';
import type { Sim, SimOptions } from './sim.ts';
import { createControl } from './sim-control.ts';
import { createStreaming } from './streaming/sim-streaming.ts';

const NO_SCALE = { pods: 0, containersPerPod: 0 };

/**
 * Starts a simulated node in `dir`: its past is run through at once, then it lives in real time until the signal or
 * close().
 */
export async function startSim(options: SimOptions): Promise<Sim> {
  const { dir } = options;
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o700);
  const hostRoot = join(dir, 'host');
  const scenarios = scenariosOf(options.scenarios);
  const socketPath = join(dir, options.dress === 'crio' ? 'crio.sock' : 'containerd.sock');
  writeHostFiles({ hostRoot, socketPath }, options.dress, scenarios);

  const startMs = Date.now();
  const created = createNode(options, scenarios, { hostRoot, startMs });
  const { node } = created;
  for (const scenario of scenarios) playScenario(node, scenario, { startMs, hostRoot });
  for (const pod of scalePods(options.scale ?? NO_SCALE)) playPod(node, pod, startMs);
  created.goLive();

  const gate = new CallGate();
  const padding: ListPadding = { bytes: 0 };
  const streaming = createStreaming();
  const server = new RuntimeServer(socketPath, node, { gate, padding, streaming });
  const runtime = createRuntimeSwitch(node, server, gate);
  const { condition } = runtime;
  const kubelet = await openKubeletPort(node, { socketPath, hostRoot, condition });
  const kube: { condition: KubeCondition } = { condition: 'ok' };
  const kubeServer = await startKubeServer({
    node,
    events: created.events,
    condition: () => kube.condition,
    kubeletEndedAtMs: kubelet.endedAtMs,
  });
  const kubeconfig = join(dir, 'kubeconfig');
  writeFileSync(kubeconfig, kubeconfigText(kubeServer.url));
  await server.start();
  if (options.isKubeletStrict === true) node.clock.spawn(removeUnknownPods(node, server.ends));
  runtime.planIncident(scenarios.find((one) => one.incident !== undefined)?.incident ?? null);

  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    options.signal.removeEventListener('abort', onAbort);
    runtime.close();
    node.clock.close();
    server.close();
    streaming.processes.endAll();
    await kubelet.close();
    await kubeServer.close();
    created.close();
  };
  const onAbort = (): void => void close();
  options.signal.addEventListener('abort', onAbort, { once: true });

  return {
    endpoint: `unix://${socketPath}`,
    kubeletUrl: kubelet.url,
    kubeUrl: kubeServer.url,
    kubeconfig,
    runtimeLog: created.runtimeLogFile.path,
    kubeletLog: created.kubeletLogFile.path,
    podLogs: node.podLogs.root,
    manifestsDir: join(hostRoot, MANIFESTS_DIR),
    hostRoot,
    nodeName: node.name,
    callCounts: () => gate.counts(),
    control: createControl({ created, runtime, gate, padding, kube, kubelet, streaming }),
    close,
  };
}
