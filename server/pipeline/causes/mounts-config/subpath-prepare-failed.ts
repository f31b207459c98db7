import { kubeletLogOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const subpathPrepareFailed = textCause({
  id: 'subpath-prepare-failed',
  stages: ['create'],
  title: 'A subPath of the pod cannot be prepared',
  explanation:
    'kubelet could not make or open the subPath inside the volume: it does not exist in a read-only volume, or is a link out of it.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [
    /failed to (?:prepare|create) subPath/i,
    /subPath.*(?:must not|escape|not a directory|permission denied)/i,
  ],
  confusedWith: ['subpath-mkdir-exists', 'subpath-stale-after-configmap-update'],
  nextChecks: (view) => [
    podSpec(view, 'See the mounts', '{.spec.containers[*].volumeMounts}'),
    run(
      'See what is left of an earlier life',
      `findmnt -rno TARGET,SOURCE | grep ${shellWord(view.uid ?? 'POD_UID')}`,
    ),
    kubeletLogOf(view, 'subpath'),
  ],
});
