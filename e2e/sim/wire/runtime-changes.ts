import type { SimNode } from '../model/node.ts';
import { containerChanges } from './container-changes.ts';
import type { ContainerEnds } from './container-ends.ts';
import type { MainProcesses } from './main-processes.ts';
import { sandboxChanges } from './sandbox-changes.ts';

/** What may be done to sandboxes and containers through the socket; kubelet's own doings do not come this way. */
export type RuntimeChanges = ReturnType<typeof runtimeChanges>;

export function runtimeChanges(node: SimNode, mains: MainProcesses, ends: ContainerEnds) {
  return { ...sandboxChanges(node, ends), ...containerChanges(node, mains, ends) };
}
