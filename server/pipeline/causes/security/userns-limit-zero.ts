import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const usernsLimitZero = textCause({
  id: 'userns-limit-zero',
  stages: ['sandbox', 'start'],
  title: 'User namespaces are switched off on this node',
  explanation:
    'The kernel setting user.max_user_namespaces is zero or used up, so no process with a user namespace can be made. The error says "no space left" and means this limit.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/fork\/exec \/proc\/self\/exe: no space left on device/i, /max_user_namespaces/i],
  confusedWith: ['userns-ids-insufficient', 'disk-or-tmpfs-full'],
  nextChecks: () => [
    run('See the limit', 'sysctl user.max_user_namespaces'),
    samePods('userns-limit-zero'),
  ],
});
