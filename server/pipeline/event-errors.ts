import type { LogLine } from '../contract/journal.ts';
import type { KubeEvent } from '../contract/kube-facts.ts';
import type { Stage } from '../contract/stage.ts';

/** What an event says that kubelet's log would say too, where that log cannot be read. */
export interface EventError {
  readonly stage: Stage;
  readonly reason: string;
}

const ERRORS: Readonly<Record<string, EventError>> = {
  FailedMount: { stage: 'kubelet', reason: 'VolumeError' },
  FailedAttachVolume: { stage: 'kubelet', reason: 'VolumeError' },
  FailedMapVolume: { stage: 'kubelet', reason: 'VolumeError' },
  FailedCreatePodContainer: { stage: 'kubelet', reason: 'SyncError' },
  NetworkNotReady: { stage: 'kubelet', reason: 'SyncError' },
  FailedCreatePodSandBox: { stage: 'sandbox', reason: 'CreatePodSandboxError' },
  FailedKillPod: { stage: 'teardown', reason: 'KillPodSandboxError' },
};

/** The failure that an event tells of the pod as a whole; null for every other event. */
export function eventError(event: KubeEvent): EventError | null {
  return ERRORS[event.reason] ?? null;
}

const lines = new WeakMap<KubeEvent, LogLine>();

/** The event in the form of a log line, so that one reading serves both. */
export function eventLine(event: KubeEvent): LogLine {
  const known = lines.get(event);
  if (known !== undefined) return known;
  const line: LogLine = {
    atMs: event.lastAtMs,
    level: event.type === 'Warning' ? 'error' : 'info',
    message: event.message,
    fields: event.container === null ? {} : { containerName: event.container },
    where: `GET /api/v1/events ${event.reason}`,
    text: event.message,
  };
  lines.set(event, line);
  return line;
}
