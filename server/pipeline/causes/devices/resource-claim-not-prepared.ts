import { describePod, kubeletLogOf, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const resourceClaimNotPrepared = textCause({
  id: 'resource-claim-not-prepared',
  stages: ['kubelet'],
  title: 'A device that the pod claims could not be prepared',
  explanation:
    'The pod has a resource claim, and the driver that serves it on this node did not prepare the device. Mostly the driver does not run here, or has not registered with kubelet since its last start.',
  impact: 'kubelet does not even ask the runtime: no sandbox, no image pull, no container.',
  confusedWith: ['device-unhealthy-at-admission', 'cdi-device-unresolvable'],
  patterns: [
    /(?:failed to )?prepare dynamic resources/i,
    /NodePrepareResources?\b.*(?:failed|error|skipped|omitted)/i,
    /FailedPrepareDynamicResources/,
    /(?:DRA (?:driver|plugin)|driver name) \S+ (?:is )?not (?:registered|found in the list of registered)/i,
  ],
  nextChecks: (view) => [
    run(
      'See which drivers have registered',
      'ls -l /var/lib/kubelet/plugins /var/lib/kubelet/plugins_registry',
    ),
    run(
      'See the claims and for whom they are reserved',
      'kubectl get resourceclaim -A; kubectl get resourceslice',
    ),
    describePod(view),
    kubeletLogOf(view),
  ],
});
