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
  nextChecks: () => [
    run(
      'See whether the file is there',
      'ls /sys/fs/cgroup/cpu/cpu.cfs_quota_us /sys/fs/cgroup/cpu.max',
    ),
    samePods('cgroup-delegation-or-kernel-cfs'),
  ],
});
