import { run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cloudIpamNoAddress = textCause({
  id: 'cloud-ipam-no-address',
  stages: ['sandbox'],
  title: "The cloud's network gives this node no more addresses",
  explanation:
    "The cloud's CNI plugin could not give the pod an address: the subnet is used up, or the limit of interfaces and addresses of this machine type is reached.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['ipam-exhausted'],
  isNodeWide: true,
  patterns: [
    /failed to assign an IP address to container/i,
    /InsufficientFreeAddressesInSubnet|PrivateIpAddressLimitExceeded/i,
  ],
  nextChecks: (view) => [
    run('Count the pods of this node', 'crictl pods --state ready -q | wc -l'),
    run(
      "Read the agent's log",
      'tail -20 /var/log/aws-routed-eni/ipamd.log 2>/dev/null || kubectl logs -n kube-system AGENT_POD --tail 20',
    ),
    run(
      'See how many pods this node may have',
      `kubectl get node ${shellWord(view.node.nodeName)} -o jsonpath='{.status.allocatable.pods}'`,
    ),
    samePods('cloud-ipam-no-address'),
  ],
});
