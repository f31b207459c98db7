import type { Cause } from '../../cause.ts';
import { open, previousLog, run, stoppedContainer } from '../../next-checks.ts';

export const initContainerRunning: Cause = {
  id: 'init-container-running',
  stages: ['run'],
  title: 'An init container does not come to its end',
  explanation:
    "Init containers run one by one before the pod's own containers, and each must end first. This one runs on; usually it waits for something that does not come.",
  impact: 'The containers behind {container} are not reached until it ends.',
  confusedWith: ['init-container-failed'],
  isNodeWide: false,
  nextChecks: (view) => [
    { ...previousLog(view), text: 'Read what it waits for' },
    run(
      'See what it does now',
      `crictl exec ${stoppedContainer(view)?.record?.id.slice(0, 13) ?? 'CONTAINER'} ps`,
    ),
    open('See the pod it may wait for', '/pods'),
  ],
  match(view) {
    const { stop } = view;
    const container = stoppedContainer(view);
    const isHanging = stop?.stage === 'run' && stop.state === 'running' && stop.isOverdue;
    if (!isHanging || container?.type !== 'init') return { result: 'clear' };
    return {
      result: 'matched',
      stage: 'run',
      container: container.name,
      detail: `init container ${container.name} still running`,
      message: null,
      evidence: stop.evidence,
    };
  },
};
