import { makePod } from '../lab-pod.ts';
import { HANDLERS } from '../prepare-containerd.ts';
import { podFault } from './fault.ts';

/** The OCI runtime itself cannot be run: the failed call only says that its log could not be read. */
export const runtimeBroken = podFault(
  'runtime-broken',
  () =>
    makePod('runtime-broken', { runtimeClass: 'broken', runtimeHandler: HANDLERS.brokenRuntime }),
  { proof: [{ source: 'runtime-log', says: /GLIBC_2\.38. not found/ }] },
);
