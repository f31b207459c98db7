import { run, samePods, say } from '../../next-checks.ts';
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
  nextChecks: () => [
    run('Count the pods of this node', 'crictl pods --state ready -q | wc -l'),
    say('Compare with the address limit of the machine type and the free addresses of the subnet.'),
    samePods('cloud-ipam-no-address'),
  ],
});
