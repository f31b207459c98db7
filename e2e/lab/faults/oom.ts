import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** Enough to start a shell, soon used up by a reader of an endless line. */
const LIMIT_BYTES = 16 * 1024 * 1024;
const SCRIPT = 'echo "loading the index"; exec tail /dev/zero';

/** The program needs more memory than its limit. */
export const oom = podFault(
  'oom',
  () =>
    makePod('oom', {
      containers: [
        makeContainer({ command: ['/bin/sh', '-c', SCRIPT], memoryLimitBytes: LIMIT_BYTES }),
      ],
    }),
  {
    proof: [
      { source: 'cri', says: 'exit 137, OOMKilled' },
      { source: 'kernel-log', says: /oom-kill:.*task=tail|Killed process \d+ \(tail\)/ },
    ],
  },
);
