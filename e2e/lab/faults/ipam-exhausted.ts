import { makePod } from '../lab-pod.ts';
import type { Fault } from './fault.ts';
import { untilRunning } from './until-running.ts';

/** The pod subnet has room for one pod, and one is there. */
export const ipamExhausted: Fault = {
  id: 'ipam-exhausted',
  node: { cni: { prefixLength: 30 } },
  proof: [{ source: 'runtime-log', says: /no IP addresses available in range set/ }],
  async apply(target) {
    const first = makePod('took-the-address');
    target.kubelet.addPod(first);
    await untilRunning(target, first);
    const pod = makePod('ipam-exhausted');
    target.kubelet.addPod(pod);
    return { pod };
  },
};
