import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** The registry answers and does not have the image. */
export const image404 = podFault(
  'image-404',
  () =>
    makePod('image-404', { containers: [makeContainer({ image: `${HOSTS.good}/lab/nosuch:9` })] }),
  {
    proof: [
      { source: 'kubelet', says: /^\S+\/lab\/nosuch:9: not found$/ },
      { source: 'runtime-log', says: /^\S+\/lab\/nosuch:9: not found$/ },
    ],
  },
);
