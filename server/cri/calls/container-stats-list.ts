import type { RuntimeContainerStats } from '../../contract/stats-counters.ts';
import { type ContainerStats, RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toContainerStats } from '../map/to-container-stats.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { wholeList } from './whole-list.ts';

/** Figures of all containers as the runtime has them, which asks every shim: dear, and it hangs where one shim hangs. */
export async function listContainerStats(
  rpc: Rpc,
  options: RpcOptions,
): Promise<readonly RuntimeContainerStats[]> {
  const { listContainerStats: list, streamContainerStats } = RuntimeService.method;
  const rows = await wholeList<ContainerStats>({
    rpc: list.name,
    all: async () => (await rpc.call(list, {}, options)).stats,
    streamed: async () => {
      const stats: ContainerStats[] = [];
      for await (const answer of rpc.stream(streamContainerStats, {}, options)) {
        stats.push(...answer.containerStats);
      }
      return stats;
    },
    inParts: null,
  });
  return rows.map(toContainerStats);
}
