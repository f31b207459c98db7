import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

const SCRIPT = 'echo "waiting for the database"; trap "exit 1" TERM; while :; do sleep 1; done';

/** The init container runs on; the app is never reached. */
export const initHangs = podFault(
  'init-hangs',
  () =>
    makePod('init-hangs', {
      initContainers: [makeContainer({ name: 'wait-db', command: ['/bin/sh', '-c', SCRIPT] })],
    }),
  { proof: [{ source: 'cri', says: 'wait-db attempt 0, CONTAINER_RUNNING' }] },
);
