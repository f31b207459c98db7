import { makePod } from '../lab-pod.ts';
import type { Fault } from './fault.ts';
import { untilRunning } from './until-running.ts';

/** containerd is stopped: its socket accepts and nobody answers. */
export const runtimeHung: Fault = {
  id: 'runtime-hung',
  node: {},
  proof: [],
  async apply(target) {
    const pod = makePod('runtime-hung');
    target.kubelet.addPod(pod);
    await untilRunning(target, pod);
    target.lab.stop();
    return { pod };
  },
};
