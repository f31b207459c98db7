import { podSpec } from '../../next-checks.ts';
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
  nextChecks: (view) => [podSpec(view, 'See the mounts', '{.spec.containers[*].volumeMounts}')],
});
