import { run } from '../../next-checks.ts';
import { podCause } from '../../pod-cause.ts';

export const evictedDiskPressure = podCause({
  id: 'evicted-disk-pressure',
  stages: ['run', 'kubelet'],
  title: 'The pod was evicted: the node ran out of a resource',
  explanation:
    'kubelet ended pods to free disk, memory or process ids of the node. The evicted pod need not be the one that used it up.',
  impact: 'The pod is Failed for good; its controller makes another one, maybe elsewhere.',
  isNodeWide: true,
  nextChecks: () => [
    run('See the disks', 'df -h / /var/lib/kubelet /var/lib/containerd /var/log; df -i /'),
    run(
      'See who writes',
      'du -xsh /var/log/pods/* /var/lib/kubelet/pods/* 2>/dev/null | sort -h | tail',
    ),
  ],
  reasons: ['Evicted'],
});
