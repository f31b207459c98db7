import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cpusetEmptyEnospc = textCause({
  id: 'cpuset-empty-enospc',
  stages: ['start', 'sandbox'],
  title: 'The CPU set of the container is empty',
  explanation:
    '"No space left" when a process is moved into its cgroup means that the group has no CPUs or memory nodes. It is not a disk.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['disk-or-tmpfs-full'],
  patterns: [/cgroup\.procs: no space left on device/i, /cpuset.*no space left on device/i],
  nextChecks: () => [
    run(
      'See the sets',
      'cat /sys/fs/cgroup/cpuset/cpuset.cpus /sys/fs/cgroup/cpuset/kubepods*/cpuset.cpus 2>/dev/null',
    ),
  ],
});
