import { exitCause } from '../../exit-cause.ts';
import { kubeletLogOf, previousLog } from '../../next-checks.ts';

export const oomFlagStaleRealEndSigterm = exitCause({
  id: 'oom-flag-stale-real-end-sigterm',
  title: 'It was ended by TERM, although the record says OOM',
  explanation:
    'The counter of out-of-memory events is from an earlier moment; exit code 143 says that the container was asked to end. Look for who asked: a probe, a deletion, a node that shuts down.',
  impact: '{container} was stopped from outside and is started again.',
  confusedWith: ['oom-killed', 'liveness-probe-failed'],
  nextChecks: (view) => [kubeletLogOf(view), previousLog(view)],
  tells: ({ exit }) =>
    exit.exitCode === 143 && exit.reason === 'OOMKilled'
      ? { detail: 'exit 143 (SIGTERM), not OOM' }
      : null,
});
