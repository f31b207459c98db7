import type { SandboxStatus } from '../../contract/runtime-objects.ts';
import { CriError } from '../cri-error.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toSandboxStatus } from '../map/to-sandbox-status.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** The sandbox's addresses; CriError (isNotFound) when it is gone. */
export async function getSandboxStatus(
  rpc: Rpc,
  id: string,
  options: RpcOptions,
): Promise<SandboxStatus> {
  const method = RuntimeService.method.podSandboxStatus;
  const { status } = await rpc.call(method, { podSandboxId: id }, options);
  if (!status) throw new CriError(method.name, 'NOT_FOUND', `no status for sandbox ${id}`);
  return toSandboxStatus(status);
}
