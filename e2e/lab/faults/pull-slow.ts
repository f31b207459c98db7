import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** Bytes come in, but slowly: nothing is wrong yet. */
export const pullSlow = podFault('pull-slow', () =>
  makePod('pull-slow', { containers: [makeContainer({ image: `${HOSTS.slow}/lab/bulky:1` })] }),
);
