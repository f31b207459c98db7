import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cpusetPermission = textCause({
  id: 'cpuset-permission',
  stages: ['start', 'sandbox'],
  title: 'The container may not use the CPUs it asks for',
  explanation:
    'The wanted CPUs are not in the set of the parent group, and the kernel answers with a permission error.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  patterns: [/cpuset\.(?:cpus|mems)\b.*permission denied/i],
  confusedWith: ['cpuset-empty-enospc', 'cgroup-delegation-or-kernel-cfs'],
  nextChecks: () => [
    run(
      'See the sets of the parents',
      'head /sys/fs/cgroup/cpuset/kubepods*/cpuset.cpus /sys/fs/cgroup/kubepods*/cpuset.cpus.effective 2>/dev/null',
    ),
    run('See which processors are online', 'cat /sys/devices/system/cpu/online'),
    run('See what kubelet gave to whom', 'cat /var/lib/kubelet/cpu_manager_state'),
  ],
});
