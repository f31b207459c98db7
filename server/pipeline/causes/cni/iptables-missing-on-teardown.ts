import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const iptablesMissingOnTeardown = textCause({
  id: 'iptables-missing-on-teardown',
  stages: ['teardown'],
  title: 'iptables is missing where the network is taken down',
  explanation: 'The plugin that removes port mappings finds no iptables program on the node.',
  impact: 'The pod cannot be removed; kubelet tries for ever.',
  isNodeWide: true,
  patterns: [
    /neither iptables nor ip6tables usable/i,
    /exec: "…": executable file not found.*(?:iptables|nft)/i,
  ],
  confusedWith: ['network-teardown-failed'],
  nextChecks: () => [
    run('See whether it is there', 'command -v iptables nft'),
    samePods('iptables-missing-on-teardown'),
  ],
});
