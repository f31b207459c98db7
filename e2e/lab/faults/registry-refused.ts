import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** Nobody listens at the registry's port. */
export const registryRefused = podFault(
  'registry-refused',
  () =>
    makePod('registry-refused', {
      containers: [makeContainer({ image: `${HOSTS.refused}/lab/app:1` })],
    }),
  {
    proof: [
      { source: 'kubelet', says: /connect: connection refused$/ },
      { source: 'runtime-log', says: /connect: connection refused$/ },
    ],
  },
);
