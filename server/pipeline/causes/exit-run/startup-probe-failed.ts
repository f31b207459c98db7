import { exitCause } from '../../exit-cause.ts';
import { kubeletLogOf, podSpec, previousLog } from '../../next-checks.ts';
import { probeClue } from '../../probe-clue.ts';

export const startupProbeFailed = exitCause({
  id: 'startup-probe-failed',
  title: 'The startup probe fails, so kubelet kills the container',
  explanation:
    'kubelet gives a starting container a number of tries to answer its startup probe, and they were used up. Either the program starts too slowly, or it does not listen where the probe asks.',
  impact: '{container} is killed and started again, with growing pauses.',
  confusedWith: ['app-exit-nonzero', 'exit-zero-loop', 'readiness-probe-failed'],
  nextChecks: (view) => [
    podSpec(view, 'See what the probe asks', '{..startupProbe}'),
    kubeletLogOf(view),
    previousLog(view),
  ],
  tells: (end) => {
    const clue = probeClue(end, 'Startup');
    return clue === null ? null : { detail: clue.words, clue };
  },
  blindWithout: ({ container }) =>
    container.kubelet === null || container.kubelet.hasStartupProbe ? ['kubelet-log'] : [],
});
