import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { unlessGone } from './unless-gone.ts';

/** Ends what runs in the sandbox and takes its network away; one that is no more is no error. */
export async function stopPodSandbox(rpc: Rpc, id: string, options: RpcOptions): Promise<void> {
  const { stopPodSandbox: stop } = RuntimeService.method;
  await unlessGone(rpc.call(stop, { podSandboxId: id }, options));
}
