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
  nextChecks: () => [
    run('See the room', 'df -h /var/lib/containerd /var/lib/containers; df -i /var/lib/containerd'),
    run('Drop unused images', 'crictl rmi --prune'),
    samePods('disk-full'),
  ],
});
