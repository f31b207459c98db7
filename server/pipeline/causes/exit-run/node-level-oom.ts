import { exitCause } from '../../exit-cause.ts';
import { kernelKill } from '../../kernel-lines.ts';
import { run } from '../../next-checks.ts';

export const nodeLevelOom = exitCause({
  id: 'node-level-oom',
  title: "The kernel killed a process because the node's memory was used up",
  explanation:
    "Not the container's limit but the memory of the whole node ran out, and the kernel chose this process. The runtime cannot see that, so the reason is Error and not OOMKilled.",
  impact:
    '{container} was killed although it kept to its own limit; the next victim may be any other.',
  confusedWith: ['oom-killed', 'sigkill-after-grace', 'evicted-memory-pressure'],
  isNodeWide: true,
  nextChecks: () => [
    run("Read the kernel's lines", 'journalctl -k | grep -iE "oom|out of memory" | tail -20'),
    run('See who uses what', 'ps -eo rss,pid,args --sort -rss | head'),
  ],
  tells: ({ view, container, exit }) => {
    const kill = kernelKill(view, container, exit.finishedAtMs);
    return kill?.isNodeWide === true
      ? { detail: "killed for want of the node's memory", clue: kill }
      : null;
  },
  blindWithout: ({ exit }) =>
    exit.exitCode === 137 && exit.reason === 'Error' ? ['kernel-log'] : [],
});
