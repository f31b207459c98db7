import { exitCause } from '../../exit-cause.ts';
import { kubeletLogOf, podSpec } from '../../next-checks.ts';
import { probeClue } from '../../probe-clue.ts';

export const prestopPoststartHookFailed = exitCause({
  id: 'prestop-poststart-hook-failed',
  title: 'The postStart hook of the container fails',
  explanation:
    'Right after the start kubelet runs the postStart hook, and a failing hook makes it kill the container. The container itself is healthy: its log shows an orderly start and a TERM.',
  impact: '{container} is killed and started again, with growing pauses.',
  confusedWith: ['liveness-probe-failed', 'exit-zero-loop'],
  nextChecks: (view) => [
    podSpec(view, 'See what the hook runs', '{..lifecycle}'),
    kubeletLogOf(view),
  ],
  tells: (end) => {
    const state = end.container.kubelet?.state;
    const clue = probeClue(end, 'PostStart');
    if (clue !== null) {
      const code = /exited with (\d+)/.exec(clue.text)?.[1];
      return {
        detail: code === undefined ? 'postStart hook failed' : `postStart hook exited with ${code}`,
        clue,
      };
    }
    return state?.kind === 'waiting' && state.reason === 'PostStartHookError'
      ? { detail: 'postStart hook failed' }
      : null;
  },
  blindWithout: () => ['kubelet-log'],
});
