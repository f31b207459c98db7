import { type HostFacts, noHostFacts } from './host-facts.ts';
import { type KubeFacts, noKubeFacts } from './kube-facts.ts';
import { type KubeletFacts, noKubeletFacts } from './kubelet-facts.ts';
import { type Section, unavailable } from './section.ts';

/** The parts of a snapshot beside the runtime, its log and kubelet's pods, none of them gathered for one reason. */
export function noFurtherFacts(reason: string): {
  readonly kernelLog: Section<never>;
  readonly host: HostFacts;
  readonly kubelet: KubeletFacts;
  readonly kube: KubeFacts;
  readonly usual: Section<never>;
} {
  return {
    kernelLog: unavailable(reason),
    host: noHostFacts(reason),
    kubelet: noKubeletFacts(reason),
    kube: noKubeFacts(reason),
    usual: unavailable(reason),
  };
}
