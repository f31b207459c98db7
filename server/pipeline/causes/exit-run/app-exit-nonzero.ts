import type { Cause } from '../../cause.ts';
import { exitOf } from '../../exit-facts.ts';
import { inspectContainer, previousLog, stoppedContainer } from '../../next-checks.ts';

export const appExitNonzero: Cause = {
  id: 'app-exit-nonzero',
  stages: ['run'],
  title: 'The application ends with an error',
  explanation:
    'The container started well; its own process then ended with a code other than 0. The reason stands in what the application wrote, not in Kubernetes or the runtime.',
  impact:
    '{container} is not running; kubelet starts it again with growing pauses, up to five minutes.',
  confusedWith: ['oom-killed', 'liveness-probe-failed'],
  isNodeWide: false,
  isFallback: true,
  nextChecks: (view) => [previousLog(view), inspectContainer(view)],
  match(view) {
    const { stop } = view;
    const container = stoppedContainer(view);
    if (stop?.stage !== 'run' || stop.state !== 'failed' || container === null)
      return { result: 'clear' };
    const exit = exitOf(container);
    if (exit === null || exit.exitCode === 0) return { result: 'clear' };
    return {
      result: 'matched',
      stage: 'run',
      container: container.name,
      detail: `exit ${exit.exitCode}`,
      message: exit.message.trim() || null,
      evidence: [exit.evidence],
    };
  },
};
