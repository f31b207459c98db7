import type { ContainerStatus } from '../../contract/runtime-objects.ts';
import { CriError } from '../cri-error.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toContainerStatus } from '../map/to-container-status.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Times, exit code, reason and mounts of one container; CriError (isNotFound) when it is gone. */
export async function getContainerStatus(
  rpc: Rpc,
  id: string,
  options: RpcOptions,
): Promise<ContainerStatus> {
  const method = RuntimeService.method.containerStatus;
  const { status } = await rpc.call(method, { containerId: id }, options);
  if (!status) throw new CriError(method.name, 'NOT_FOUND', `no status for container ${id}`);
  return toContainerStatus(status);
}
