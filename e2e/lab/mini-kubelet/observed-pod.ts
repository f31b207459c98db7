import {
  type Container,
  ContainerState,
  type ContainerStatus,
  type PodSandbox,
  PodSandboxState,
} from '../../../server/cri/generated/runtime/v1/api_pb.js';
import { callError } from '../cri-client.ts';
import { attemptOf, type PodCalls } from '../pod-calls.ts';

/** gRPC NOT_FOUND: the record vanished between list and look. */
const NOT_FOUND = 5;

/** What CRI knows of one pod at one moment; what kubelet keeps in its cache. */
export interface ObservedPod {
  /** Newest attempt first. */
  readonly sandboxes: readonly PodSandbox[];
  /** Newest attempt first. */
  readonly containers: readonly Container[];
  readonly statuses: ReadonlyMap<string, ContainerStatus>;
  readonly ip: string | null;
}

export const NOTHING_OBSERVED: ObservedPod = {
  sandboxes: [],
  containers: [],
  statuses: new Map(),
  ip: null,
};

/** Reads everything of one pod; a record that vanishes meanwhile is left out. */
export async function observePod(calls: PodCalls): Promise<ObservedPod> {
  const sandboxes = await calls.sandboxes();
  const containers = await calls.containers();
  const statuses = new Map<string, ContainerStatus>();
  for (const container of containers) {
    const status = await ifPresent(calls.containerStatus(container.id));
    if (status !== null) statuses.set(container.id, status);
  }
  const ready = readySandbox(sandboxes);
  const sandboxStatus = ready === null ? null : await ifPresent(calls.sandboxStatus(ready.id));
  return { sandboxes, containers, statuses, ip: sandboxStatus?.network?.ip || null };
}

/** The newest sandbox if it is ready. */
export function readySandbox(sandboxes: readonly PodSandbox[]): PodSandbox | null {
  const newest = sandboxes[0];
  return newest?.state === PodSandboxState.SANDBOX_READY ? newest : null;
}

/** Records of one container, newest first; with a sandbox only those that ran in it. */
export function recordsOf(
  observed: ObservedPod,
  name: string,
  sandboxId: string | null = null,
): readonly ContainerStatus[] {
  return observed.containers
    .filter((container) => container.metadata?.name === name)
    .filter((container) => sandboxId === null || container.podSandboxId === sandboxId)
    .sort((a, b) => attemptOf(b) - attemptOf(a))
    .flatMap((container) => observed.statuses.get(container.id) ?? []);
}

export function isExited(status: ContainerStatus): boolean {
  return status.state === ContainerState.CONTAINER_EXITED;
}

export function isRunning(status: ContainerStatus): boolean {
  return status.state === ContainerState.CONTAINER_RUNNING;
}

/** Whether the pod's policy asks for another run after this end. */
export function wantsRestart(policy: 'Always' | 'OnFailure' | 'Never', status: ContainerStatus) {
  if (policy === 'Always') return true;
  return policy === 'OnFailure' && status.exitCode !== 0;
}

async function ifPresent<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (callError(error).code === NOT_FOUND) return null;
    throw error;
  }
}
