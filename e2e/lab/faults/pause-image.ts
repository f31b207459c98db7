import { makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** The sandbox image is not on the node and its registry cannot be reached. */
export const pauseImage = podFault('pause-image', () => makePod('pause-image'), {
  node: { sandboxImage: `${HOSTS.refused}/lab/pause:9` },
  proof: [{ source: 'runtime-log', says: 'connect: connection refused' }],
});
