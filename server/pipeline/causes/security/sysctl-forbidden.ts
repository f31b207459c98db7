import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const sysctlForbidden = textCause({
  id: 'sysctl-forbidden',
  stages: ['kubelet'],
  title: 'The pod asks for a sysctl that this node forbids',
  explanation:
    'Sysctls outside the safe set must be allowed in the configuration of kubelet on each node. This node does not allow the one that the pod names, so kubelet rejects the pod.',
  impact:
    'The pod was rejected for good: it stays Failed until somebody deletes it, and a controller makes a new one.',
  patterns: [/forbidden sysctl/i],
  reasons: ['SysctlForbidden'],
  confusedWith: ['admission-rejected'],
  nextChecks: (view) => [
    podSpec(view, 'See which sysctls the pod asks for', '{.spec.securityContext.sysctls}'),
    run('See what kubelet allows', 'grep -A5 -i allowedUnsafeSysctls /var/lib/kubelet/config.yaml'),
  ],
});
