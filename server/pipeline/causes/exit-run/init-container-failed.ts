import { exitCause } from '../../exit-cause.ts';
import { inspectContainer, previousLog } from '../../next-checks.ts';

export const initContainerFailed = exitCause({
  id: 'init-container-failed',
  title: 'An init container ends with an error',
  explanation:
    "Init containers run one by one before the pod's own containers, and each must end with 0. This one did not; the reason stands in what it wrote.",
  impact:
    'The containers behind {container} are not reached; kubelet runs it again with growing pauses.',
  confusedWith: ['app-exit-nonzero', 'init-container-running'],
  isFallback: true,
  nextChecks: (view) => [previousLog(view), inspectContainer(view)],
  tells: ({ container, exit }) =>
    container.type === 'init' && exit.exitCode !== 0
      ? { detail: `init container ${container.name}: exit ${exit.exitCode}` }
      : null,
  blindWithout: ({ view }) => (view.manifest === null && view.kubelet === null ? ['kubelet'] : []),
});
