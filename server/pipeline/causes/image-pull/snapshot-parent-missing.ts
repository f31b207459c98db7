import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const snapshotParentMissing = textCause({
  id: 'snapshot-parent-missing',
  stages: ['pull', 'create'],
  title: 'A layer below the image is missing in the snapshotter',
  explanation:
    'Content and snapshots of this node do not agree: a parent layer is recorded as present and is not there.',
  impact: '{container} cannot be made from an image with a hole.',
  patterns: [/parent snapshot \S+ does not exist/i],
  confusedWith: ['snapshot-data-lost', 'content-blob-missing'],
  nextChecks: (view) => [
    run('See which images lack parts', 'ctr -n k8s.io images check | grep -v complete'),
    runtimeLogOf(view, 'parent snapshot'),
    run(
      'See whether a clean-up ran just then',
      'journalctl -u kubelet --since -15min | grep -iE "image.*(removing|garbage)"',
    ),
    samePods('snapshot-parent-missing'),
  ],
});
