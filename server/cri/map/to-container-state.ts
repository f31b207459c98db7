import type { ContainerState } from '../../contract/runtime-objects.ts';
import { ContainerState as WireState } from '../generated/runtime/v1/api_pb.js';

/** The state by name; a number we do not know reads `unknown`. */
export function toContainerState(state: WireState): ContainerState {
  switch (state) {
    case WireState.CONTAINER_CREATED:
      return 'created';
    case WireState.CONTAINER_RUNNING:
      return 'running';
    case WireState.CONTAINER_EXITED:
      return 'exited';
    default:
      return 'unknown';
  }
}
