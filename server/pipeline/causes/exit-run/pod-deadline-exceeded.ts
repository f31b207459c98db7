import { podSpec } from '../../next-checks.ts';
import { podCause } from '../../pod-cause.ts';

export const podDeadlineExceeded = podCause({
  id: 'pod-deadline-exceeded',
  stages: ['run', 'kubelet'],
  title: 'The pod ran longer than it may',
  explanation:
    'activeDeadlineSeconds of the pod (or of its Job) is over, so kubelet ended it. Nothing crashed.',
  impact: 'The pod is Failed for good.',
  confusedWith: ['app-exit-nonzero'],
  nextChecks: (view) => [podSpec(view, 'See the deadline', '{.spec.activeDeadlineSeconds}')],
  reasons: ['DeadlineExceeded'],
});
