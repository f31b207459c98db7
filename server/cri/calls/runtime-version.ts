import type { RuntimeVersion } from '../../contract/runtime-objects.ts';
import { stripControl } from '../../lib/strip-control.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Who answers, and in which version of the API. */
export async function getVersion(rpc: Rpc, options: RpcOptions): Promise<RuntimeVersion> {
  const answer = await rpc.call(RuntimeService.method.version, {}, options);
  return {
    runtimeName: stripControl(answer.runtimeName),
    runtimeVersion: stripControl(answer.runtimeVersion),
    runtimeApiVersion: stripControl(answer.runtimeApiVersion),
  };
}
