import { makePod } from '../lab-pod.ts';
import type { Fault } from './fault.ts';
import { untilRunning } from './until-running.ts';

/** containerd was killed; its pods run on. */
export const runtimeDown: Fault = {
  id: 'runtime-down',
  node: {},
  proof: [],
  async apply(target) {
    const pod = makePod('runtime-down');
    target.kubelet.addPod(pod);
    await untilRunning(target, pod);
    await target.lab.kill();
    return { pod };
  },
};
