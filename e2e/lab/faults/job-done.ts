import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** Ran to its end and is not to run again. */
export const jobDone = podFault(
  'job-done',
  () =>
    makePod('job-done', {
      restartPolicy: 'Never',
      containers: [makeContainer({ command: ['/bin/sh', '-c', 'echo 42 rows written'] })],
    }),
  { proof: [{ source: 'cri', says: 'exit 0, Completed' }] },
);
