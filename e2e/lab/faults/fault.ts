import type { EvidenceSource } from '../../../server/contract/evidence.ts';
import type { PodDetail } from '../../../server/contract/pod.ts';
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
  readonly rootBytes?: number;
}

/** A line that the verdict must rest on. */
export interface Proof {
  readonly source: EvidenceSource;
  /** The innermost words, marked in the line where a part of it is marked. */
  readonly says: string | RegExp;
}

/** One situation of the scenario table, made for real. */
export interface Fault {
  /** The row's name; the pod to look at bears it too. */
  readonly id: string;
  /** Null: the fault hits its own pod only, and shares a lab with others. */
  readonly node: FaultyNode | null;
  /** Each must stand in the verdict's evidence. */
  readonly proof: readonly Proof[];
  /** What else the pod's page must tell, and does not yet; null when it does. `first` is what it told at the first look. */
  also?(detail: PodDetail, first: PodDetail | null): string | null;
  /** Puts the pods on the node, breaks what is to be broken, and resolves when that is done. */
  apply(target: FaultTarget): Promise<{ readonly pod: LabPod }>;
  /** Mends what was broken; the pod then goes. */
  mend?(target: FaultTarget): Promise<void>;
}

export interface PodFaultOptions {
  readonly node?: FaultyNode;
  readonly proof?: readonly Proof[];
  also?(detail: PodDetail, first: PodDetail | null): string | null;
}

/** A fault that is nothing but a pod which kubelet drives. */
export function podFault(
  id: string,
  makeIt: () => LabPod,
  { node, proof, ...more }: PodFaultOptions = {},
): Fault {
  return {
    id,
    node: node ?? null,
    proof: proof ?? [],
    ...more,
    async apply({ kubelet }) {
      const pod = makeIt();
      kubelet.addPod(pod);
      return { pod };
    },
  };
}
