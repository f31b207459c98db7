import { makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The node has no CNI configuration: kubelet does not even ask for a sandbox. */
export const cniConfigMissing = podFault(
  'cni-config-missing',
  () => makePod('cni-config-missing'),
  {
    node: { cni: 'none' },
    proof: [{ source: 'cri', says: /cni plugin not initialized|cni config uninitialized/ }],
  },
);
