import { exitCause } from '../../exit-cause.ts';
import { previousLog, run } from '../../next-checks.ts';

export const sigillCpuFeature = exitCause({
  id: 'sigill-cpu-feature',
  title: 'The program uses an instruction this processor lacks',
  explanation:
    'Exit code 132 is SIGILL: the program was built for a newer processor, or the virtual machine hides a feature. On another node it may run.',
  impact: '{container} dies as soon as it reaches that instruction.',
  confusedWith: ['exec-format-error', 'sigabrt-illegal-cpu-or-assert', 'sigsegv-vsyscall'],
  nextChecks: (view) => [
    run('See what this processor offers', 'grep -m1 flags /proc/cpuinfo'),
    previousLog(view),
  ],
  tells: ({ exit }) => (exit.exitCode === 132 ? { detail: 'exit 132 (SIGILL)' } : null),
});
