import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const projectedTmpfsEnospc = textCause({
  id: 'projected-tmpfs-enospc',
  stages: ['kubelet'],
  title: 'The small memory file system of a volume is full',
  explanation:
    'A secret, config map or token volume lives in memory and its size follows the memory limit of the pod. The limit is so small (often a slip in the unit) that even the files of the volume do not fit.',
  impact: 'kubelet does not even ask the runtime: no sandbox, no image pull, no container.',
  confusedWith: ['disk-or-tmpfs-full'],
  patterns: [/MountVolume.*no space left on device/i],
  nextChecks: (view) => [
    podSpec(view, 'See the memory limit of the pod', '{.spec.containers[*].resources}'),
    run('See the disks of the node all the same', 'df -h /var/lib/kubelet; df -i /var/lib/kubelet'),
  ],
});
