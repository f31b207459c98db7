import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The mount's source lies below a file, so it can neither be found nor made. */
export const createFailsMount = podFault(
  'create-fails-mount',
  () =>
    makePod('create-fails-mount', {
      containers: [
        makeContainer({ mounts: [{ hostPath: '/etc/passwd/data', containerPath: '/data' }] }),
      ],
    }),
  {
    proof: [
      { source: 'kubelet', says: 'stat /etc/passwd/data: not a directory' },
      { source: 'runtime-log', says: 'stat /etc/passwd/data: not a directory' },
    ],
  },
);
