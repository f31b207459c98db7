import { describePod, run, shellWord } from '../../next-checks.ts';
import { podCause } from '../../pod-cause.ts';

export const admissionRejected = podCause({
  id: 'admission-rejected',
  stages: ['kubelet'],
  title: 'kubelet rejected the pod',
  explanation:
    'Before it starts a pod kubelet checks whether the pod fits this node: processors, memory, devices, selectors, settings that are allowed. This pod did not, and was turned away before any call to the runtime.',
  impact:
    'The pod stays Failed for good; it is not tried again under this name until somebody deletes it.',
  confusedWith: [
    'host-port-conflict',
    'device-unhealthy-at-admission',
    'disk-pressure-admission',
    'static-manifest-invalid',
    'pod-preempted',
  ],
  nextChecks: (view) => [
    describePod(view),
    run(
      'See what the node can give',
      `kubectl describe node ${shellWord(view.node.nodeName)} | grep -A12 -E 'Allocatable|Allocated'`,
    ),
  ],
  // Any reason: a pod that is Failed and never ran was rejected, whatever the word.
  reasons: null,
});
