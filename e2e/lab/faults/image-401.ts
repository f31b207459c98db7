import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** The registry wants credentials and gets none. */
export const image401 = podFault(
  'image-401',
  () =>
    makePod('image-401', {
      containers: [makeContainer({ image: `${HOSTS.unauthorized}/lab/private:1` })],
    }),
  {
    proof: [
      { source: 'kubelet', says: /(?:no basic auth credentials|401 Unauthorized)$/ },
      { source: 'runtime-log', says: /(?:no basic auth credentials|401 Unauthorized)$/ },
    ],
  },
);
