import { defaultDeadlineMs } from '../deadlines.ts';
import { RuntimeService } from '../generated/runtime/v1/api_pb.js';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { unlessGone } from './unless-gone.ts';

/** Ends the container, by force after `timeoutSeconds`; one that has ended or is no more is no error. */
export async function stopContainer(
  rpc: Rpc,
  id: string,
  timeoutSeconds: number,
  options: RpcOptions,
): Promise<void> {
  const method = RuntimeService.method.stopContainer;
  const request = { containerId: id, timeout: BigInt(timeoutSeconds) };
  const deadlineMs = timeoutSeconds * 1_000 + defaultDeadlineMs(method.name);
  await unlessGone(rpc.call(method, request, { deadlineMs, ...options }));
}
