import { makePod } from '../lab-pod.ts';
import { HANDLERS } from '../prepare-containerd.ts';
import { podFault } from './fault.ts';

/** The network plugin's file has no content, as after a power cut. */
export const cniPluginEmpty = podFault(
  'cni-plugin-empty',
  () =>
    makePod('cni-plugin-empty', { runtimeClass: 'empty', runtimeHandler: HANDLERS.emptyPlugin }),
  { proof: [{ source: 'runtime-log', says: 'exec format error' }] },
);
