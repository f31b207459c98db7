import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

const PROFILE = '/var/lib/kubelet/seccomp/profiles/no-such-profile.json';

/** The seccomp profile that the pod names is not on this node. */
export const seccompMissing = podFault(
  'seccomp-missing',
  () => makePod('seccomp-missing', { containers: [makeContainer({ seccompProfile: PROFILE })] }),
  { proof: [{ source: 'runtime-log', says: 'no-such-profile.json: no such file or directory' }] },
);
