import { podSpec } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const mountTargetOnReadonly = textCause({
  id: 'mount-target-on-readonly',
  stages: ['start', 'create'],
  title: 'A mount point lies inside a read-only mount and cannot be made',
  explanation:
    'The container mounts something below another mount that is read-only, and the directory for it does not exist there.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['node-readonly-filesystem'],
  patterns: [
    /mounting .*(?:mkdir|mkdirat|open|openat|make mountpoint|create (?:target|mountpoint))\b.*read-only file system/i,
  ],
  nextChecks: (view) => [podSpec(view, 'See the mounts', '{.spec.containers[*].volumeMounts}')],
});
