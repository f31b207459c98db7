import type { Container } from '../../contract/runtime-objects.ts';
import type { ListOptions } from '../cri.ts';
import { CriError } from '../cri-error.ts';
import {
  type Container as ContainerRow,
  ContainerState,
  RuntimeService,
} from '../generated/runtime/v1/api_pb.js';
import { toContainer } from '../map/to-container.ts';
import type { Rpc, RpcOptions } from '../rpc.ts';
import { listSandboxes } from './sandbox-list.ts';
import { wholeList } from './whole-list.ts';

const STATES = [
  ContainerState.CONTAINER_CREATED,
  ContainerState.CONTAINER_RUNNING,
  ContainerState.CONTAINER_EXITED,
  ContainerState.CONTAINER_UNKNOWN,
];

/**
 * All containers, ended ones too; with labels only those that bear them. Of too many, in pieces: streamed, else per state,
 * else per sandbox.
 */
export async function listContainers(
  rpc: Rpc,
  { labels, ...options }: ListOptions,
): Promise<readonly Container[]> {
  const filter = labels === undefined ? {} : { labelSelector: labels };
  const { listContainers: list, streamContainers } = RuntimeService.method;
  const rows = await wholeList<ContainerRow>({
    rpc: list.name,
    all: async () => (await rpc.call(list, { filter }, options)).containers,
    streamed: async () => {
      const containers: ContainerRow[] = [];
      for await (const answer of rpc.stream(streamContainers, { filter }, options)) {
        containers.push(...answer.containers);
      }
      return containers;
    },
    inParts: () => listInParts(rpc, filter, options),
  });
  return rows.map(toContainer);
}

async function listInParts(
  rpc: Rpc,
  filter: { readonly labelSelector?: Record<string, string> },
  options: RpcOptions,
): Promise<readonly ContainerRow[]> {
  const list = RuntimeService.method.listContainers;
  const containers: ContainerRow[] = [];
  try {
    for (const state of STATES) {
      const answer = await rpc.call(list, { filter: { ...filter, state: { state } } }, options);
      containers.push(...answer.containers);
    }
    return containers;
  } catch (error) {
    if (!(error instanceof CriError && error.isTooLarge)) throw error;
  }
  const bySandbox: ContainerRow[] = [];
  for (const sandbox of await listSandboxes(rpc, options)) {
    const answer = await rpc.call(
      list,
      { filter: { ...filter, podSandboxId: sandbox.id } },
      options,
    );
    bySandbox.push(...answer.containers);
  }
  return bySandbox;
}
