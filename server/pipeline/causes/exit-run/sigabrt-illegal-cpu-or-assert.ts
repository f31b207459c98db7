import { exitCause } from '../../exit-cause.ts';
import { inspectContainer, previousLog } from '../../next-checks.ts';

export const sigabrtIllegalCpuOrAssert = exitCause({
  id: 'sigabrt-illegal-cpu-or-assert',
  title: 'The program gave itself up',
  explanation:
    'Exit code 134 is SIGABRT: the program stopped itself on a failed check, out of memory of its own, or a library that does not like this processor. Its last lines say which.',
  impact: '{container} dies; kubelet starts it again with growing pauses.',
  confusedWith: ['sigill-cpu-feature', 'app-exit-nonzero'],
  nextChecks: (view) => [previousLog(view), inspectContainer(view)],
  tells: ({ exit }) => (exit.exitCode === 134 ? { detail: 'exit 134 (SIGABRT)' } : null),
});
