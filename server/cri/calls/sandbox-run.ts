import type { Changes } from '../cri.ts';
import { PodSandboxConfigSchema, RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toMessage } from '../map/to-message.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Makes a sandbox and its network; its id. One that fails may leave a sandbox that is not ready. */
export async function runPodSandbox(
  rpc: Rpc,
  request: Parameters<Changes['runPodSandbox']>[0],
  options: RpcOptions,
): Promise<string> {
  const method = RuntimeService.method.runPodSandbox;
  const config = toMessage(method.name, PodSandboxConfigSchema, request.config);
  const { runtimeHandler } = request;
  const { podSandboxId } = await rpc.call(method, { config, runtimeHandler }, options);
  return podSandboxId;
}
