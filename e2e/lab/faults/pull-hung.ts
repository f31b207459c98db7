import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';

/**
 * The registry accepts the connection and never answers. On a node of its own: containerd does not say for which image
 * bytes come in, so beside a pull that moves this one cannot be told from it.
 */
export const pullHung = podFault(
  'pull-hung',
  () =>
    makePod('pull-hung', { containers: [makeContainer({ image: `${HOSTS.silent}/lab/app:1` })] }),
  {},
);
