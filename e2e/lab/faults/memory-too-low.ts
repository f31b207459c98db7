import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** One kibibyte: less than runc itself needs to start the process. */
const LIMIT_BYTES = 1024;

/** The memory limit is too small to start anything. */
export const memoryTooLow = podFault(
  'memory-too-low',
  () =>
    makePod('memory-too-low', { containers: [makeContainer({ memoryLimitBytes: LIMIT_BYTES })] }),
  {
    proof: [
      { source: 'cri', says: 'unable to set memory limit to 1024' },
      { source: 'runtime-log', says: 'unable to set memory limit to 1024' },
    ],
  },
);
