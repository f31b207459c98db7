import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const unsupportedSnapshotter = textCause({
  id: 'unsupported-snapshotter',
  stages: ['pull'],
  title: 'The configured snapshotter is not loaded',
  explanation:
    'The runtime is set to a snapshotter that did not load on this node (kernel module, file system, or plugin missing).',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [
    /snapshotter not loaded/i,
    /error creating (?:aufs|overlay\w*|btrfs|zfs) mount\b.*(?:invalid argument|no such device|not supported)/i,
  ],
  confusedWith: ['snapshotter-stale-mount'],
  nextChecks: () => [
    run(
      'See which ones loaded, and why others did not',
      'ctr plugins ls | grep -i snapshotter; ctr plugins ls -d id==overlayfs',
    ),
    run('See what is asked for', 'containerd config dump | grep snapshotter'),
    run(
      'See module and file system',
      'lsmod | grep overlay; findmnt -T /var/lib/containerd; xfs_info /var/lib/containerd 2>/dev/null | grep ftype',
    ),
    samePods('unsupported-snapshotter'),
  ],
});
