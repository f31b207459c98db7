import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/** The registry accepts the connection and never answers; beside it another pull moves, and must not hide it. */
export const pullHung = podFault('pull-hung', () =>
  makePod('pull-hung', { containers: [makeContainer({ image: `${HOSTS.silent}/lab/app:1` })] }),
);
