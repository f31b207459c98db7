import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Starts a container that was created; rejects when its process could not be. */
export async function startContainer(rpc: Rpc, id: string, options: RpcOptions): Promise<void> {
  await rpc.call(RuntimeService.method.startContainer, { containerId: id }, options);
}
