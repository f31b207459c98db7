import { describePod, podSpec, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniControlPlaneAnnotationTimeout = textCause({
  id: 'cni-control-plane-annotation-timeout',
  stages: ['sandbox'],
  title: "The network's control plane does not write the pod's annotation",
  explanation:
    "The plugin waits until the network's controller has written the pod's address into an annotation, and that does not come. The controller is down, or cannot reach the API server.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [
    /timed out waiting for (?:pod )?annotations?/i,
    /failed to get pod annotation/i,
    /no address allocated to pod/i,
  ],
  confusedWith: ['cni-killed-by-deadline'],
  nextChecks: (view) => [
    describePod(view),
    podSpec(view, 'See what was written onto the pod', '{.metadata.annotations}'),
    run(
      "See how the network's controllers are",
      "kubectl get pods -A | grep -iE 'ovn|kube-ovn|multus|controller'",
    ),
    samePods('cni-control-plane-annotation-timeout'),
  ],
});
