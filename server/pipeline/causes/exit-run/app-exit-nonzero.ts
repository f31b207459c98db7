import { exitCause } from '../../exit-cause.ts';
import { inspectContainer, previousLog } from '../../next-checks.ts';

/** Codes above 128 are signals: what the kernel or another program did to it. */
const SIGNALS: Readonly<Record<number, string>> = {
  129: 'SIGHUP',
  130: 'SIGINT',
  131: 'SIGQUIT',
  132: 'SIGILL',
  133: 'SIGTRAP',
  134: 'SIGABRT',
  135: 'SIGBUS',
  136: 'SIGFPE',
  137: 'SIGKILL',
  139: 'SIGSEGV',
  141: 'SIGPIPE',
  143: 'SIGTERM',
};

export const appExitNonzero = exitCause({
  id: 'app-exit-nonzero',
  title: 'The application ends with an error',
  explanation:
    'The container started well; its own process then ended with a code other than 0. The reason stands in what the application wrote, not in Kubernetes or the runtime.',
  impact:
    '{container} is not running; kubelet starts it again with growing pauses, up to five minutes.',
  confusedWith: [
    'oom-killed',
    'liveness-probe-failed',
    'init-container-failed',
    'pod-deadline-exceeded',
    'startup-probe-failed',
  ],
  isFallback: true,
  nextChecks: (view) => [previousLog(view), inspectContainer(view)],
  tells: ({ exit }) => {
    if (exit.exitCode === 0) return null;
    const signal = SIGNALS[exit.exitCode];
    return {
      detail: signal === undefined ? `exit ${exit.exitCode}` : `exit ${exit.exitCode} (${signal})`,
    };
  },
});
