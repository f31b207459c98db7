import type { CallRecord } from './journal.ts';

/**
 * Names one call by what its first line tells: the same whenever that line is read again, also by another process, and
 * the same before and after the call ended. Two equal calls that began within one millisecond share it. A call whose
 * begin was not read is named by its end.
 */
export function callKey(record: CallRecord): string {
  const { call, beganAtMs, endedAtMs } = record;
  const time = beganAtMs === null ? `end:${endedAtMs}` : `${beganAtMs}`;
  return `${call}:${time}:${subjectOf(record)}`;
}

/** What lines of every form tell already when the call begins. */
function subjectOf({ call, pod, imageRef, container, containerId, sandboxId }: CallRecord): string {
  switch (call) {
    case 'RunPodSandbox':
      return pod === null ? '' : `${pod.namespace}/${pod.name}`;
    case 'PullImage':
      return imageRef ?? '';
    case 'CreateContainer':
      // The sandbox first: where a line tells it, the pod is found out later only, and the key must not change by that.
      return `${sandboxId ?? `${pod?.namespace}/${pod?.name}`}/${container?.name}`;
    case 'StartContainer':
    case 'StopContainer':
    case 'RemoveContainer':
      return containerId ?? '';
    case 'StopPodSandbox':
    case 'RemovePodSandbox':
      return sandboxId ?? '';
    default:
      return call satisfies never;
  }
}
