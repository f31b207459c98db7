import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The command is not in the image. */
export const execMissing = podFault(
  'exec-missing',
  () =>
    makePod('exec-missing', {
      containers: [makeContainer({ command: ['/usr/bin/no-such-binary', '--serve'] })],
    }),
  {
    proof: [
      {
        source: 'cri',
        says: /^exec: "\/usr\/bin\/no-such-binary": stat .*no such file or directory/,
      },
      {
        source: 'runtime-log',
        says: /^exec: "\/usr\/bin\/no-such-binary": stat .*no such file or directory/,
      },
    ],
  },
);
