import { exitCause, stopBefore } from '../../exit-cause.ts';
import { podSpec, previousLog } from '../../next-checks.ts';

export const exitZeroLoop = exitCause({
  id: 'exit-zero-loop',
  title: 'The application ends well, and that is the trouble',
  explanation:
    'The container ends with code 0, but the pod is to run for ever, so kubelet starts it again and again. The command does its work and returns, goes to the background, or prints its help.',
  impact: '{container} is started again with growing pauses, up to five minutes.',
  confusedWith: [
    'liveness-probe-failed',
    'prestop-poststart-hook-failed',
    'startup-probe-failed',
    'hard-reboot-recorded-as-success',
  ],
  isFallback: true,
  nextChecks: (view) => [
    podSpec(view, 'See the command', '{.spec.containers[*].command}{.spec.containers[*].args}'),
    previousLog(view),
  ],
  tells: (end) => {
    const isEternal =
      end.view.kubelet?.restartPolicy === 'Always' || end.container.type === 'sidecar';
    if (end.exit.exitCode !== 0 || !isEternal || stopBefore(end)) return null;
    const hasProbes =
      end.container.kubelet?.hasLivenessProbe || end.container.kubelet?.hasStartupProbe;
    // Without the runtime's log nobody tells whether kubelet stopped it.
    if (!end.view.node.has['runtime-log'] && hasProbes) return null;
    return { detail: 'exit 0, again and again' };
  },
  blindWithout: () => ['runtime-log'],
});
