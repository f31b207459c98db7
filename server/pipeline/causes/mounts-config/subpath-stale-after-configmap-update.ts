import { describePod, podSpec, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const subpathStaleAfterConfigmapUpdate = textCause({
  id: 'subpath-stale-after-configmap-update',
  stages: ['start', 'create'],
  title: 'The file behind a subPath mount is gone',
  explanation:
    'A subPath of a config map or secret was mounted, the object was changed since, and the old file no longer exists. A restart of the container alone does not help; the pod has to be made anew.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['mount-source-missing', 'subpath-prepare-failed'],
  patterns: [/volume-subpaths\/.*no such file or directory/i],
  fullPatterns: [/mounting "?\S*volume-subpaths\/.*no such file or directory/i],
  nextChecks: (view) => [
    run(
      'See the mounts that point at something deleted',
      `grep ${shellWord(view.uid ?? 'POD_UID')} /proc/self/mountinfo | grep deleted`,
    ),
    podSpec(view, 'See which mounts use subPath', '{.spec.containers[*].volumeMounts}'),
    describePod(view),
  ],
});
