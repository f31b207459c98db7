import { setTimeout as delay } from 'node:timers/promises';
import { ContainerState } from '../../server/cri/generated/runtime/v1/api_pb.js';
import { callError } from './cri-client.ts';
import type { LabContainer, LabPod } from './lab-pod.ts';
import { PodCalls } from './pod-calls.ts';
import type { Lab } from './start-lab.ts';
import { waitUntil } from './wait-until.ts';

export type PodCall = 'RunPodSandbox' | 'PullImage' | 'CreateContainer' | 'StartContainer';

/** How far a pod came. */
export interface RunPodResult {
  readonly sandboxId: string | null;
  /** The call that failed, null when all went well. */
  readonly failed: {
    readonly call: PodCall;
    readonly code: number;
    readonly message: string;
  } | null;
}

export interface RunPodOptions {
  readonly signal: AbortSignal;
  /** How often a container that ends is started again, counted as CRI does: 2 gives attempts 0, 1 and 2. */
  readonly restarts?: number;
}

/** kubelet waits 10, 20, 40 s; a test of the records alone need not. */
const RESTART_PAUSE_MS = 200;
/** A container meant to end does so in well under this. */
const END_TIMEOUT_MS = 30_000;

/**
 * Runs a pod once through the calls, in kubelet's order and without a kubelet: stops where a call fails and leaves what
 * is there. Init containers are waited for.
 */
export async function runPod(lab: Lab, pod: LabPod, options: RunPodOptions): Promise<RunPodResult> {
  const calls = new PodCalls(pod, { cri: lab.cri, place: lab, signal: options.signal });
  let sandboxId: string | null = null;
  let call: PodCall = 'RunPodSandbox';
  try {
    const id = await calls.runSandbox(0);
    sandboxId = id;
    const start = async (container: LabContainer, attempt: number) => {
      call = 'PullImage';
      if (!(await calls.hasImage(container))) await calls.pullImage(container);
      call = 'CreateContainer';
      const containerId = await calls.createContainer({ id, attempt: 0 }, container, attempt);
      call = 'StartContainer';
      await calls.startContainer(containerId);
      return containerId;
    };
    for (const container of pod.initContainers) {
      await ended(calls, await start(container, 0), options.signal);
    }
    for (const container of pod.containers) {
      let containerId = await start(container, 0);
      for (let attempt = 1; attempt <= (options.restarts ?? 0); attempt += 1) {
        await ended(calls, containerId, options.signal);
        await delay(RESTART_PAUSE_MS, undefined, { signal: options.signal });
        containerId = await start(container, attempt);
      }
    }
    return { sandboxId, failed: null };
  } catch (error) {
    options.signal.throwIfAborted();
    return { sandboxId, failed: { call, ...callError(error) } };
  }
}

async function ended(calls: PodCalls, containerId: string, signal: AbortSignal): Promise<void> {
  await waitUntil(
    `container ${containerId} ends`,
    { signal, timeoutMs: END_TIMEOUT_MS },
    async () => {
      const status = await calls.containerStatus(containerId);
      return status?.state === ContainerState.CONTAINER_EXITED;
    },
  );
}
