import { exitCause } from '../../exit-cause.ts';
import { kubeletLogOf, previousLog } from '../../next-checks.ts';

export const sigtermReportedAsError = exitCause({
  id: 'sigterm-reported-as-error',
  title: 'The container was asked to end and did',
  explanation:
    'Exit code 143 means TERM: somebody asked the container to end (a probe, a deletion, a shutdown of the node), and it obeyed without turning that into a 0.',
  impact: '{container} was stopped from outside and is started again.',
  confusedWith: ['liveness-probe-failed', 'app-exit-nonzero', 'node-shutting-down'],
  nextChecks: (view) => [kubeletLogOf(view), previousLog(view)],
  tells: ({ exit }) =>
    exit.exitCode === 143 && exit.reason !== 'OOMKilled' ? { detail: 'exit 143 (SIGTERM)' } : null,
});
