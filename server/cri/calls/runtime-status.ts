import type { RuntimeStatus } from '../../contract/runtime-objects.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toRuntimeStatus } from '../map/to-runtime-status.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';

/** Conditions, handlers and what the verbose info tells of CNI and cgroups. */
export async function getRuntimeStatus(rpc: Rpc, options: RpcOptions): Promise<RuntimeStatus> {
  return toRuntimeStatus(await rpc.call(RuntimeService.method.status, { verbose: true }, options));
}
