import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const snapshotDataLost = textCause({
  id: 'snapshot-data-lost',
  stages: ['pull', 'create'],
  title: 'The files of a layer are gone from the disk',
  explanation:
    "The snapshotter's record names a directory that no longer exists; somebody or something deleted files under the runtime's root.",
  impact: '{container} cannot be made from an image with a hole.',
  patterns: [
    /failed to stat parent: stat \S+: no such file/i,
    /\/snapshots(?:\/\d+(?:\/\w+)?)?: no such file/i,
  ],
  confusedWith: [
    'rootfs-mount-source-lost',
    'snapshot-parent-missing',
    'ctr-in-container-mount-namespace',
  ],
  nextChecks: (view) => [
    run('See which images lack parts', 'ctr -n k8s.io images check | grep -v complete'),
    run(
      'Compare the list of snapshots with what is on disk',
      'ctr -n k8s.io snapshots ls | wc -l; ls /var/lib/containerd/io.containerd.snapshotter.v1.overlayfs/snapshots | wc -l',
    ),
    run(
      'See whether it was moved or mounted over',
      'findmnt -T /var/lib/containerd; ls -ld /var/lib/containerd',
    ),
    runtimeLogOf(view, 'snapshot'),
    samePods('snapshot-data-lost'),
  ],
});
