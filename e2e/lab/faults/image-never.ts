import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** Pull policy Never, and the image is not here: the runtime is not even asked. */
export const imageNever = podFault(
  'image-never',
  () =>
    makePod('image-never', {
      containers: [makeContainer({ image: `${HOSTS.good}/lab/never:1`, imagePullPolicy: 'Never' })],
    }),
  { proof: [{ source: 'kubelet', says: 'is not present with pull policy of Never' }] },
);
