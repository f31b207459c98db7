import type { ContainerStatus } from '../../contract/runtime-objects.ts';
import { stripControl } from '../../lib/strip-control.ts';
import type { ContainerStatus as WireStatus } from '../generated/runtime/v1/api_pb.js';
import { nanosecondsToMs } from './time.ts';
import { toContainerState } from './to-container-state.ts';

/** What ContainerStatus tells beyond the list. */
export function toContainerStatus(status: WireStatus): ContainerStatus {
  return {
    id: stripControl(status.id),
    state: toContainerState(status.state),
    createdAtMs: nanosecondsToMs(status.createdAt),
    startedAtMs: nanosecondsToMs(status.startedAt),
    finishedAtMs: nanosecondsToMs(status.finishedAt),
    exitCode: status.exitCode,
    reason: stripControl(status.reason),
    message: stripControl(status.message),
    logPath: stripControl(status.logPath),
    mounts: status.mounts.map((mount) => ({
      containerPath: stripControl(mount.containerPath),
      hostPath: stripControl(mount.hostPath),
      readonly: mount.readonly,
    })),
  };
}
