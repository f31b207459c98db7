import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

const SCRIPT = 'echo "migration failed: cannot reach the database" >&2; exit 1';

/** The init container ends with an error; the app is never reached. */
export const initFails = podFault(
  'init-fails',
  () =>
    makePod('init-fails', {
      initContainers: [makeContainer({ name: 'migrate', command: ['/bin/sh', '-c', SCRIPT] })],
    }),
  {
    proof: [
      { source: 'cri', says: 'exit 1, Error' },
      { source: 'pod-log', says: 'migration failed: cannot reach the database' },
    ],
  },
);
