import type { KubeletPod } from '../contract/kubelet-pod.ts';

/** 30 min: a container that was restarted this lately may be about to be restarted again. */
const RESTARTED_LATELY_MS = 30 * 60_000;

function hasRestartedLately(pod: KubeletPod, nowMs: number): boolean {
  return pod.containers.some(
    ({ restartCount, lastState }) =>
      restartCount > 0 &&
      lastState.kind === 'terminated' &&
      nowMs - (lastState.finishedAtMs ?? 0) < RESTARTED_LATELY_MS,
  );
}

/** Whether anybody will ask why: a pod that is not ready, going away, or restarted lately. */
export function isTroubled(pod: KubeletPod, nowMs: number): boolean {
  if (pod.deletionAtMs !== null) return true;
  if (pod.phase === 'Succeeded') return false;
  const isReady = pod.conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
  return !isReady || hasRestartedLately(pod, nowMs);
}
