import type { Sandbox } from '../../contract/runtime-objects.ts';
import type { ListOptions } from '../cri.ts';
import {
  type PodSandbox,
  PodSandboxState,
  RuntimeService,
} from '../generated/runtime/v1/api_pb.js';
import { toSandbox } from '../map/to-sandbox.ts';
import type { Rpc } from '../rpc.ts';
import { wholeList } from './whole-list.ts';

const STATES = [PodSandboxState.SANDBOX_READY, PodSandboxState.SANDBOX_NOTREADY];

/** All pod sandboxes, ready or not; with labels only those that bear them. */
export async function listSandboxes(
  rpc: Rpc,
  { labels, ...options }: ListOptions,
): Promise<readonly Sandbox[]> {
  const filter = labels === undefined ? {} : { labelSelector: labels };
  const { listPodSandbox, streamPodSandboxes } = RuntimeService.method;
  const rows = await wholeList<PodSandbox>({
    rpc: listPodSandbox.name,
    all: async () => (await rpc.call(listPodSandbox, { filter }, options)).items,
    streamed: async () => {
      const items: PodSandbox[] = [];
      for await (const answer of rpc.stream(streamPodSandboxes, { filter }, options)) {
        items.push(...answer.podSandboxes);
      }
      return items;
    },
    inParts: async () => {
      const items: PodSandbox[] = [];
      for (const state of STATES) {
        const answer = await rpc.call(
          listPodSandbox,
          { filter: { ...filter, state: { state } } },
          options,
        );
        items.push(...answer.items);
      }
      return items;
    },
  });
  return rows.map(toSandbox);
}
