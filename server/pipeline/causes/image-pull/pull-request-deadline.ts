import { pullByHand, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const pullRequestDeadline = textCause({
  id: 'pull-request-deadline',
  stages: ['pull'],
  title: 'The pull ran out of time',
  explanation:
    'The request for the image ended because its time was up, not because of an error. Something before it was slow: the registry, the network, the disk, or a large image.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['pull-progress-timeout', 'sandbox-image-pull-cancelled'],
  patterns: [/context (?:deadline exceeded|cancell?ed)(?:\W*$|")/i],
  nextChecks: (view) => [
    pullByHand(view),
    runtimeLogOf(view, 'PullImage'),
    samePods('pull-request-deadline'),
  ],
});
