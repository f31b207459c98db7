import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

const SCRIPT = 'echo "reading /etc/app.conf"; echo "config error: DB_HOST is not set" >&2; exit 3';

/** The program says why and ends with an error, again and again. */
export const crash = podFault(
  'crash',
  () => makePod('crash', { containers: [makeContainer({ command: ['/bin/sh', '-c', SCRIPT] })] }),
  {
    proof: [
      { source: 'cri', says: 'exit 3, Error' },
      { source: 'pod-log', says: 'config error: DB_HOST is not set' },
    ],
  },
);
