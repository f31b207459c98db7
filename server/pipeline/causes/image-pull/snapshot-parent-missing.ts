import { imageOf, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const snapshotParentMissing = textCause({
  id: 'snapshot-parent-missing',
  stages: ['pull', 'create'],
  title: 'A layer below the image is missing in the snapshotter',
  explanation:
    'Content and snapshots of this node do not agree: a parent layer is recorded as present and is not there.',
  impact: '{container} cannot be made from an image with a hole.',
  patterns: [/parent snapshot \S+ does not exist/i],
  nextChecks: (view) => [
    run(
      'Take the image out and pull it anew',
      `crictl rmi ${shellWord(imageOf(view))} && crictl pull ${shellWord(imageOf(view))}`,
    ),
    samePods('snapshot-parent-missing'),
  ],
});
