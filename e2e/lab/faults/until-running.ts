import {
  ContainerState,
  type PodSandbox,
  PodSandboxState,
  RuntimeService,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import type { LabPod } from '../lab-pod.ts';
import { waitUntil } from '../wait-until.ts';
import type { FaultTarget } from './fault.ts';

/** A pod starts in under a second; a busy machine is given more. */
const RUNNING_TIMEOUT_MS = 60_000;

/** Resolves with the pod's ready sandbox once all its app containers run in it. */
export async function untilRunning(target: FaultTarget, pod: LabPod): Promise<PodSandbox> {
  const { lab, signal } = target;
  const what = `pod ${pod.name} runs`;
  return waitUntil(what, { signal, timeoutMs: RUNNING_TIMEOUT_MS }, async () => {
    const sandbox = await readySandboxOf(target, pod);
    if (sandbox === null) return null;
    const filter = {
      podSandboxId: sandbox.id,
      state: { state: ContainerState.CONTAINER_RUNNING },
    };
    const answer = await lab.cri.call(RuntimeService.method.listContainers, { filter }, { signal });
    const running = new Set(answer.containers.map((container) => container.metadata?.name));
    return pod.containers.every((container) => running.has(container.name)) ? sandbox : null;
  });
}

/** The pod's ready sandbox, null while it has none. */
export async function readySandboxOf(target: FaultTarget, pod: LabPod): Promise<PodSandbox | null> {
  const filter = {
    labelSelector: { 'io.kubernetes.pod.uid': pod.uid },
    state: { state: PodSandboxState.SANDBOX_READY },
  };
  const { items } = await target.lab.cri.call(
    RuntimeService.method.listPodSandbox,
    { filter },
    { signal: target.signal },
  );
  return items[0] ?? null;
}
