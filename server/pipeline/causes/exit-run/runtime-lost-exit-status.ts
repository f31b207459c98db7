import { exitCause } from '../../exit-cause.ts';
import { runtimeLogOf } from '../../next-checks.ts';

export const runtimeLostExitStatus = exitCause({
  id: 'runtime-lost-exit-status',
  title: 'The runtime lost sight of the container',
  explanation:
    'Exit code 255 with reason Unknown is a placeholder: the shim of the container died or the runtime could not load it after a restart, so nobody saw the real end.',
  impact: 'How {container} really ended is not known; kubelet starts it again.',
  confusedWith: ['container-record-lost'],
  nextChecks: (view) => [runtimeLogOf(view, 'shim')],
  tells: ({ exit }) =>
    exit.exitCode === 255 && exit.reason === 'Unknown' ? { detail: 'exit status lost' } : null,
});
