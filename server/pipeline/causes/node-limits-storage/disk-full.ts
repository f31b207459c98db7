import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const diskFull = textCause({
  id: 'disk-full',
  stages: ['pull'],
  title: 'The disk for images is full',
  explanation:
    'The image could not be written: the file system of the runtime has no room (or no inodes) left.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/no space left on device/i, /disk quota exceeded/i],
  confusedWith: [
    'disk-or-tmpfs-full',
    'image-gc-failing',
    'own-storage-limit-exceeded',
    'run-tmpfs-inodes-full',
  ],
  nextChecks: () => [
    run(
      'See the room and the inodes',
      'df -h /var/lib/containerd /var/lib/containers 2>/dev/null; df -i /var/lib/containerd /var/lib/containers 2>/dev/null',
    ),
    run('See what takes it', 'du -xsh /var/lib/* /var/log 2>/dev/null | sort -h | tail'),
    run(
      'See which images nobody uses',
      'crictl images; crictl ps -a | awk "{print \\$2}" | sort -u',
    ),
    samePods('disk-full'),
  ],
});
