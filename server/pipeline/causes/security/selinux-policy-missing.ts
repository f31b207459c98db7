import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const selinuxPolicyMissing = textCause({
  id: 'selinux-policy-missing',
  stages: ['start'],
  title: 'The SELinux policy for containers is not installed',
  explanation:
    'SELinux is on, but the kernel refuses the label that the runtime sets. The container policy package is missing on the node.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  isNodeWide: true,
  patterns: [/attr\/keycreate/i],
  confusedWith: ['userns-selinux-mqueue'],
  nextChecks: () => [
    run('See the policy', 'rpm -q container-selinux; getenforce'),
    samePods('selinux-policy-missing'),
  ],
});
