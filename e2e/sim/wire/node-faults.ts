import type { SimNode } from '../model/node.ts';
import type { SandboxFault } from '../model/scenario.ts';

/** Troubles of the whole node, which the pods of a scenario show. */
const OF_THE_NODE: readonly SandboxFault[] = [
  'pause-image',
  'cni-plugin-missing',
  'ipam-exhausted',
];

/** What makes any new sandbox fail on this node, whoever asks for it; null where nothing does. */
export function sandboxFaultOf(
  node: SimNode,
  asked: { readonly isHostNetwork: boolean; readonly runtimeHandler: string },
): SandboxFault | null {
  const { runtimeHandler, isHostNetwork } = asked;
  const isKnown = runtimeHandler === '' || node.dress.handlers.includes(runtimeHandler);
  if (!isKnown) return 'runtime-handler';
  const found = OF_THE_NODE.find((fault) =>
    [...node.pods.values()].some((pod) => pod.plan.sandbox === fault),
  );
  if (found === 'pause-image' || isHostNetwork) return found === 'pause-image' ? found : null;
  return node.cniMissingSinceMs === null ? (found ?? null) : 'cni-config-missing';
}
