import { run } from '../../next-checks.ts';
import { podCause } from '../../pod-cause.ts';

export const evictedDiskPressure = podCause({
  id: 'evicted-disk-pressure',
  stages: ['run', 'kubelet'],
  title: 'kubelet evicted the pod for want of disk space',
  explanation:
    'Room or inodes on a disk of the node fell below their threshold, and kubelet ended pods to get some back. The evicted pod need not be the one that filled the disk.',
  impact: 'The pod is Failed for good; its controller makes another one, maybe elsewhere.',
  isNodeWide: true,
  confusedWith: [
    'evicted-victim-not-consumer',
    'own-storage-limit-exceeded',
    'evicted-memory-pressure',
    'disk-pressure-admission',
  ],
  nextChecks: () => [
    run(
      'See the disks',
      'df -h / /var/lib/kubelet /var/lib/containerd /var/log 2>/dev/null; df -i / 2>/dev/null',
    ),
    run(
      'See who writes',
      'du -xsh /var/log/pods/* /var/lib/kubelet/pods/* 2>/dev/null | sort -h | tail',
    ),
    run('See the thresholds', 'grep -A6 evictionHard /var/lib/kubelet/config.yaml'),
  ],
  reasons: ['Evicted'],
  says: (text) =>
    /ephemeral-storage|imagefs|nodefs|containerfs|inodes|disk/i.test(text) &&
    !/node had condition/i.test(text),
});
