import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** The address at which a connection to the pod's port waits to be made. */
export async function portForward(
  rpc: Rpc,
  request: { readonly podSandboxId: string; readonly port: number },
  options: RpcOptions,
): Promise<string> {
  const { podSandboxId, port } = request;
  const { url } = await rpc.call(
    RuntimeService.method.portForward,
    { podSandboxId, port: [port] },
    options,
  );
  return url;
}
