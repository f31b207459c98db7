import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const snapshotterStaleMount = textCause({
  id: 'snapshotter-stale-mount',
  stages: ['create', 'start'],
  title: "The image's mounted layers are stale",
  explanation:
    'A remote snapshotter serves the files of the image, and its mount does not work any more. "No space left" here does not mean the disk.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/rootfs\/etc\/resolv\.conf: no space left on device/i],
  confusedWith: ['disk-or-tmpfs-full', 'unsupported-snapshotter'],
  nextChecks: () => [
    run(
      'See the snapshotter',
      'ctr plugins ls | grep -i snapshotter; systemctl list-units "*snapshotter*" --all --no-pager',
    ),
    run('See its mounts', 'findmnt -t fuse,fuse.rawBridge'),
    run('See that it is no disk', 'df -h /var/lib/containerd; df -i /var/lib/containerd'),
  ],
});
