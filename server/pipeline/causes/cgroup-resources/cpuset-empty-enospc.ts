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
  confusedWith: ['disk-or-tmpfs-full', 'cpuset-permission', 'cpuset-systemd-noise'],
  patterns: [/cgroup\.procs: no space left on device/i, /cpuset.*no space left on device/i],
  nextChecks: () => [
    run(
      'See the sets (cgroup v1)',
      'head /sys/fs/cgroup/cpuset/cpuset.{cpus,mems} /sys/fs/cgroup/cpuset/kubepods*/cpuset.{cpus,mems} 2>/dev/null',
    ),
    run(
      'See the sets (cgroup v2)',
      'head /sys/fs/cgroup/kubepods*/cpuset.{cpus,mems}{,.effective} 2>/dev/null',
    ),
    run('See that it is no disk', 'df -h /run /sys/fs/cgroup'),
  ],
});
