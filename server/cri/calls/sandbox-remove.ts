import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { unlessGone } from './unless-gone.ts';

/** Removes the sandbox and its containers, stopped or not; one that is no more is no error. */
export async function removePodSandbox(rpc: Rpc, id: string, options: RpcOptions): Promise<void> {
  const { removePodSandbox: remove } = RuntimeService.method;
  await unlessGone(rpc.call(remove, { podSandboxId: id }, options));
}
