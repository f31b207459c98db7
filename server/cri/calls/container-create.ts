import type { Changes } from '../cri.ts';
import {
  ContainerConfigSchema,
  PodSandboxConfigSchema,
  RuntimeService,
} from '../generated/runtime/v1/api_pb.js';
import { toMessage } from '../map/to-message.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Makes a container in a sandbox that is ready; its id. */
export async function createContainer(
  rpc: Rpc,
  request: Parameters<Changes['createContainer']>[0],
  options: RpcOptions,
): Promise<string> {
  const method = RuntimeService.method.createContainer;
  const { podSandboxId } = request;
  const config = toMessage(method.name, ContainerConfigSchema, request.config);
  const sandboxConfig = toMessage(method.name, PodSandboxConfigSchema, request.sandboxConfig);
  const answer = await rpc.call(method, { podSandboxId, config, sandboxConfig }, options);
  return answer.containerId;
}
