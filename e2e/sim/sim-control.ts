import { appendFileSync } from 'node:fs';
import type { CreatedNode } from './create-node.ts';
import type { CallGate } from './grpc/call-gate.ts';
import type { ListPadding } from './grpc/runtime-service.ts';
import type { KubeCondition } from './kube/kube-server.ts';
import type { KubeletPort } from './kubelet/kubelet-port.ts';
import { deletePod } from './kubelet/pod-ends.ts';
import { playPod } from './play-scenario.ts';
import type { RuntimeSwitch } from './runtime-switch.ts';
import type { SimControl } from './sim.ts';
import { portKey } from './streaming/port-stream.ts';
import type { SimStreaming } from './streaming/sim-streaming.ts';

/** The levers of a running simulated node. */
export function createControl(parts: {
  readonly created: CreatedNode;
  readonly runtime: RuntimeSwitch;
  readonly gate: CallGate;
  readonly padding: ListPadding;
  readonly kube: { condition: KubeCondition };
  readonly kubelet: KubeletPort;
  readonly streaming: SimStreaming;
}): SimControl {
  const { created, runtime, gate, padding, kube, kubelet, streaming } = parts;
  const { node, runtimeLogFile, kubeletLogFile } = created;
  return {
    hang: runtime.hang,
    resume: runtime.resume,
    kill: runtime.kill,
    restart: runtime.restart,
    failNext: (rpc, code, details) => gate.failNext(rpc, code, details),
    total: () => gate.total(),
    resetCounts: () => gate.reset(),
    padLists(bytes) {
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
        node.clock.spawn(deletePod(node, pod, { agoMs: 0, graceSeconds: 30, kind: 'polite' }));
      }
    },
    stopKubelet: kubelet.stop,
    startKubelet: kubelet.start,
    setKube(condition) {
      kube.condition = condition;
    },
    execProcesses: () => streaming.processes.list(),
    streamConnections: () => streaming.server.connections,
    advertiseStreams(url) {
      streaming.server.advertised = url;
    },
    listenInPod: (pod, port, localPort) => void streaming.ports.set(portKey(pod, port), localPort),
    subscribers: () => node.store.listenerCount(),
  };
}
