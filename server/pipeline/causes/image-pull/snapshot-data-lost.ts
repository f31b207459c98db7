import { imageOf, run, samePods, shellWord } from '../../next-checks.ts';
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
  nextChecks: (view) => [
    run(
      'Take the image out and pull it anew',
      `crictl rmi ${shellWord(imageOf(view))} && crictl pull ${shellWord(imageOf(view))}`,
    ),
    samePods('snapshot-data-lost'),
  ],
});
