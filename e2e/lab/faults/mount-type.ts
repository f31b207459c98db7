import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** A file is to be mounted where the image has a directory. */
export const mountType = podFault('mount-type', () =>
  makePod('mount-type', {
    containers: [makeContainer({ mounts: [{ hostPath: '/etc/passwd', containerPath: '/data' }] })],
  }),
);
