import { makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** Nothing is wrong: what a fault is compared with. */
export const healthy = podFault('healthy', () => makePod('healthy'), {
  proof: [{ source: 'cri', says: 'CONTAINER_RUNNING' }],
});
