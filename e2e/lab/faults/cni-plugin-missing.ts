import { makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The CNI configuration names a plugin whose program is not there; the runtime still calls its network ready. */
export const cniPluginMissing = podFault(
  'cni-plugin-missing',
  () => makePod('cni-plugin-missing'),
  {
    node: { cni: { pluginType: 'nosuchplugin' } },
    proof: [{ source: 'runtime-log', says: 'failed to find plugin "nosuchplugin"' }],
  },
);
