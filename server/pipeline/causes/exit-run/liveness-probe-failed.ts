import { exitCause } from '../../exit-cause.ts';
import { kubeletLogOf, podSpec, previousLog } from '../../next-checks.ts';
import { probeClue } from '../../probe-clue.ts';

export const livenessProbeFailed = exitCause({
  id: 'liveness-probe-failed',
  title: 'The liveness probe fails, so kubelet kills the container',
  explanation:
    'kubelet asked the container whether it is alive, did not get the right answer often enough, and killed it. The exit code says nothing then: a program that ends well on TERM shows 0, Completed.',
  impact: '{container} is killed and started again, with growing pauses.',
  confusedWith: [
    'app-exit-nonzero',
    'exit-zero-loop',
    'readiness-probe-failed',
    'oom-flag-stale-real-end-sigterm',
    'prestop-poststart-hook-failed',
  ],
  nextChecks: (view) => [
    podSpec(view, 'See what the probe asks', '{..livenessProbe}'),
    kubeletLogOf(view),
    previousLog(view),
  ],
  tells: (end) => {
    const clue = probeClue(end, 'Liveness');
    return clue === null ? null : { detail: clue.words, clue };
  },
  blindWithout: ({ container }) =>
    container.kubelet === null || container.kubelet.hasLivenessProbe ? ['kubelet-log'] : [],
});
