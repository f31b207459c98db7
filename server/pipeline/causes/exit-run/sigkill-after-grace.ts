import { exitCause, stopBefore } from '../../exit-cause.ts';
import { kubeletLogOf, podSpec } from '../../next-checks.ts';

export const sigkillAfterGrace = exitCause({
  id: 'sigkill-after-grace',
  title: 'The container did not heed TERM and was killed',
  explanation:
    'kubelet asked the container to end, it did not within its grace period, and then came KILL. Exit code 137 is not memory here; often a shell as first process does not pass the signal on.',
  impact:
    '{container} loses what it had not finished, and every stop takes the whole grace period.',
  confusedWith: ['oom-killed', 'node-level-oom', 'kill-wait-timeout'],
  nextChecks: (view) => [
    podSpec(
      view,
      'See the grace period and the command',
      '{.spec.terminationGracePeriodSeconds} {..command}',
    ),
    kubeletLogOf(view),
  ],
  tells: (end) =>
    end.exit.exitCode === 137 && end.exit.reason !== 'OOMKilled' && stopBefore(end)
      ? { detail: 'killed after its grace period' }
      : null,
});
