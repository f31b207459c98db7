import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniBridgeAddressMismatch = textCause({
  id: 'cni-bridge-address-mismatch',
  stages: ['sandbox'],
  title: 'The bridge bears an address of an older subnet',
  explanation:
    "The node's bridge still has the address of an earlier pod subnet, and the plugin refuses to go on. That happens when a node is joined again or its subnet changes.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/already has an IP address different from/i],
  confusedWith: ['cni-bridge-mac-failure'],
  nextChecks: () => [
    run('See the bridge', 'ip -br addr show type bridge'),
    run(
      'See the subnet that this node has now',
      'cat /run/flannel/subnet.env 2>/dev/null; grep -h subnet /etc/cni/net.d/*',
    ),
    samePods('cni-bridge-address-mismatch'),
  ],
});
