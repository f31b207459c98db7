import { makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The pod's RuntimeClass leads to a handler this containerd does not have. */
export const runtimeHandler = podFault(
  'runtime-handler',
  () => makePod('runtime-handler', { runtimeClass: 'kata', runtimeHandler: 'kata' }),
  { proof: [{ source: 'runtime-log', says: /^no runtime for "kata" is configured$/ }] },
);
