import type { CniVariation } from '../lab-network.ts';
import type { LabPod } from '../lab-pod.ts';
import type { MiniKubelet } from '../mini-kubelet.ts';
import type { Lab } from '../start-lab.ts';

/** What a fault does with a node that is up. */
export interface FaultTarget {
  readonly lab: Lab;
  readonly kubelet: MiniKubelet;
  readonly signal: AbortSignal;
}

/** How the whole node must be made for the fault to show; such a fault has a lab of its own. */
export interface FaultyNode {
  readonly cni?: CniVariation | 'none';
  readonly sandboxImage?: string;
}

/** One situation of the scenario table, made for real. */
export interface Fault {
  /** The row's name; the pod to look at bears it too. */
  readonly id: string;
  /** Null: the fault hits its own pod only, and shares a lab with others. */
  readonly node: FaultyNode | null;
  /** Puts the pods on the node, breaks what is to be broken, and resolves when that is done. */
  apply(target: FaultTarget): Promise<{ readonly pod: LabPod }>;
}

/** A fault that is nothing but a pod which kubelet drives. */
export function podFault(id: string, makeIt: () => LabPod, node: FaultyNode | null = null): Fault {
  return {
    id,
    node,
    async apply({ kubelet }) {
      const pod = makeIt();
      kubelet.addPod(pod);
      return { pod };
    },
  };
}
