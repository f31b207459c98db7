import { exitCause } from '../../exit-cause.ts';
import { kubeletLogOf, runtimeLogOf } from '../../next-checks.ts';

export const containerRecordLost = exitCause({
  id: 'container-record-lost',
  title: 'The record of the container is lost',
  explanation:
    'kubelet could not find the container any more when it asked how it ended; code 137 and the times are placeholders. The runtime lost its data, or somebody removed the container by hand.',
  impact: 'How {container} really ended is not known.',
  confusedWith: ['runtime-lost-exit-status', 'oom-killed', 'node-shutting-down'],
  nextChecks: (view) => [kubeletLogOf(view), runtimeLogOf(view, view.name)],
  tells: ({ exit }) =>
    exit.reason === 'ContainerStatusUnknown' ? { detail: 'record lost' } : null,
});
