import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cgroupDelegationOrKernelCfs = textCause({
  id: 'cgroup-delegation-or-kernel-cfs',
  stages: ['start', 'create'],
  title: 'The kernel does not offer CPU limits',
  explanation:
    'The file for the CPU limit cannot be written because it does not exist: the kernel was built without CFS bandwidth control, or the group is not delegated.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  isNodeWide: true,
  patterns: [/cpu\.(?:cfs_(?:period|quota)_us|max)\b.*(?:permission denied|no such file)/i],
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
