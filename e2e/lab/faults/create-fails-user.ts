import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The image's /etc/passwd does not know the user. */
export const createFailsUser = podFault(
  'create-fails-user',
  () => makePod('create-fails-user', { containers: [makeContainer({ user: 'ghost' })] }),
  {
    proof: [
      { source: 'kubelet', says: /no users found$/ },
      { source: 'runtime-log', says: /no users found$/ },
    ],
  },
);
