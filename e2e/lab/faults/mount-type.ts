import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** A file is to be mounted where the image has a directory. */
export const mountType = podFault(
  'mount-type',
  () =>
    makePod('mount-type', {
      containers: [
        makeContainer({ mounts: [{ hostPath: '/etc/passwd', containerPath: '/data' }] }),
      ],
    }),
  {
    proof: [
      {
        source: 'cri',
        says: /error mounting "\/etc\/passwd" to rootfs at "\/data".*not a directory/,
      },
      {
        source: 'runtime-log',
        says: /error mounting "\/etc\/passwd" to rootfs at "\/data".*not a directory/,
      },
    ],
  },
);
