import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const ipamDuplicateAllocation = textCause({
  id: 'ipam-duplicate-allocation',
  stages: ['sandbox'],
  title: 'The address is already given to another container',
  explanation:
    'The IPAM plugin finds that the address it wants is recorded for another container. The record is stale, or two ranges overlap.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [/duplicate allocation is not allowed/i],
  confusedWith: ['ipam-addresses-leaked', 'ipam-exhausted', 'cni-leftover-interface'],
  nextChecks: () => [
    run('See who holds which address (host-local)', 'head -1 /var/lib/cni/networks/*/[0-9]*'),
    run('See which sandboxes there are', 'crictl pods --no-trunc'),
    run('See whether ranges overlap', 'grep -nE "subnet|range" /etc/cni/net.d/*'),
    samePods('ipam-duplicate-allocation'),
  ],
});
