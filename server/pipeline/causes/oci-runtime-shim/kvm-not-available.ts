import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const kvmNotAvailable = textCause({
  id: 'kvm-not-available',
  stages: ['sandbox', 'start'],
  title: 'The node offers no hardware virtualisation',
  explanation:
    'The handler runs pods in virtual machines and needs /dev/kvm, which this node does not have.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [/\/dev\/kvm\b/i, /KVM.*(?:not available|not supported|no such)/i],
  confusedWith: ['kata-agent-lost', 'shim-binary-missing'],
  nextChecks: () => [
    run('See whether it is there', 'ls -l /dev/kvm; lsmod | grep kvm'),
    run(
      'See whether the processor can',
      'grep -cE "vmx|svm" /proc/cpuinfo; lscpu | grep -i virtual',
    ),
  ],
});
