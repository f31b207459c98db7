import { pullByHand, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const pullProgressTimeout = textCause({
  id: 'pull-progress-timeout',
  stages: ['pull'],
  title: 'The download stood still until the runtime gave up',
  explanation:
    'No bytes of a layer came for so long that the runtime broke the pull off. The network or the registry is stuck or far too slow.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['pull-request-deadline'],
  patterns: [/because of no progress|no progress in \S+/i, /(?:image pull|pull) progress timeout/i],
  nextChecks: (view) => [
    pullByHand(view),
    runtimeLogOf(view, 'progress'),
    samePods('pull-progress-timeout'),
  ],
});
