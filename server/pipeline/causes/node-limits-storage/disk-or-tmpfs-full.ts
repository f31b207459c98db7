import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const diskOrTmpfsFull = textCause({
  id: 'disk-or-tmpfs-full',
  stages: ['create', 'start', 'sandbox'],
  title: 'A file system of the node is full',
  explanation:
    'Something for the container could not be written: a disk, or the memory file system under /run, has no room (or no inodes) left.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: [
    'inotify-exhausted',
    'cpuset-empty-enospc',
    'projected-tmpfs-enospc',
    'userns-limit-zero',
    'disk-full',
  ],
  isNodeWide: true,
  patterns: [/no space left on device/i, /disk quota exceeded/i],
  nextChecks: () => [
    run('See the room', 'df -h / /run /var/lib/containerd /var/lib/kubelet'),
    run('See the inodes', 'df -i / /run /var/lib/containerd'),
    samePods('disk-or-tmpfs-full'),
  ],
});
