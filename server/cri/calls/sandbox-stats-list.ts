import type { RuntimePodStats } from '../../contract/stats-counters.ts';
import { type PodSandboxStats, RuntimeService } from '../generated/runtime/v1/api_pb.js';
import { toPodStats } from '../map/to-container-stats.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { wholeList } from './whole-list.ts';

/**
 * Figures of all sandboxes, with their containers'. containerd fails it as a whole where one sandbox has no cgroup parent:
 * the caller falls back to container stats.
 */
export async function listSandboxStats(
  rpc: Rpc,
  options: RpcOptions,
): Promise<readonly RuntimePodStats[]> {
  const { listPodSandboxStats: list, streamPodSandboxStats } = RuntimeService.method;
  const rows = await wholeList<PodSandboxStats>({
    rpc: list.name,
    all: async () => (await rpc.call(list, {}, options)).stats,
    streamed: async () => {
      const stats: PodSandboxStats[] = [];
      for await (const answer of rpc.stream(streamPodSandboxStats, {}, options)) {
        stats.push(...answer.podSandboxStats);
      }
      return stats;
    },
    inParts: null,
  });
  return rows.map(toPodStats);
}
