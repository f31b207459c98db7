import { stripControl } from '../../lib/strip-control.ts';
import type { ContainerEventResponse } from '../generated/runtime/v1/api_pb.js';
import { ContainerEventType } from '../generated/runtime/v1/api_pb.js';
import type { RuntimeEvent } from '../runtime-connection.ts';
import { nanosecondsToMs } from './time.ts';

/** One event of CRI's own stream; its topic is in the manner of containerd's. */
export function toContainerEvent(event: ContainerEventResponse, nowMs: number): RuntimeEvent {
  return {
    topic: `/cri/${toName(event.containerEventType)}`,
    atMs: nanosecondsToMs(event.createdAt) ?? nowMs,
    containerId: event.containerId === '' ? null : stripControl(event.containerId),
  };
}

function toName(type: ContainerEventType): string {
  switch (type) {
    case ContainerEventType.CONTAINER_CREATED_EVENT:
      return 'created';
    case ContainerEventType.CONTAINER_STARTED_EVENT:
      return 'started';
    case ContainerEventType.CONTAINER_STOPPED_EVENT:
      return 'stopped';
    case ContainerEventType.CONTAINER_DELETED_EVENT:
      return 'deleted';
    default:
      return 'unknown';
  }
}
