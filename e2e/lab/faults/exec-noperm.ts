import { makeContainer, makePod } from '../lab-pod.ts';
import { podFault } from './fault.ts';

/** The command is a file without the execute bit. */
export const execNoperm = podFault(
  'exec-noperm',
  () => makePod('exec-noperm', { containers: [makeContainer({ command: ['/etc/notes.txt'] })] }),
  {
    proof: [
      { source: 'cri', says: /^exec: "\/etc\/notes.txt": permission denied/ },
      { source: 'runtime-log', says: /^exec: "\/etc\/notes.txt": permission denied/ },
    ],
  },
);
