import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupDelegationOrKernelCfs = textCause({
  id: 'cgroup-delegation-or-kernel-cfs',
  stages: ['start', 'create'],
  title: 'The node does not offer the cgroup controller of a limit',
  explanation:
    'The file for the limit cannot be written because it does not exist: the kernel was built without CFS bandwidth control, the controller is off in its command line, or the group is not delegated.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  isNodeWide: true,
  patterns: [
    /(?:cpu\.(?:cfs_(?:period|quota)_us|max|weight)|memory\.(?:max|high|low|min|swap\.max|limit_in_bytes)|pids\.max)\b.*(?:permission denied|no such file)/i,
    /controller \S+ (?:is )?not (?:available|delegated|enabled)/i,
  ],
  confusedWith: ['cpuset-permission'],
  nextChecks: () => [
    run(
      'See whether the file is there',
      'ls /sys/fs/cgroup/cpu/cpu.cfs_quota_us /sys/fs/cgroup/kubepods*/cpu.max',
    ),
    run(
      'See how the kernel was built',
      'zgrep CFS_BANDWIDTH /proc/config.gz 2>/dev/null || grep CFS_BANDWIDTH /boot/config-$(uname -r)',
    ),
    run(
      'See which controllers are passed on',
      'cat /sys/fs/cgroup/cgroup.controllers /sys/fs/cgroup/cgroup.subtree_control',
    ),
    samePods('cgroup-delegation-or-kernel-cfs'),
  ],
});
