import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { unlessGone } from './unless-gone.ts';

/** Removes the container, ending it by force if it runs; one that is no more is no error. */
export async function removeContainer(rpc: Rpc, id: string, options: RpcOptions): Promise<void> {
  const { removeContainer: remove } = RuntimeService.method;
  await unlessGone(rpc.call(remove, { containerId: id }, options));
}
