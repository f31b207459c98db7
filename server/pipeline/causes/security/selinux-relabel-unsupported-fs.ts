import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const selinuxRelabelUnsupportedFs = textCause({
  id: 'selinux-relabel-unsupported-fs',
  stages: ['create'],
  title: 'A volume cannot be labelled for SELinux',
  explanation:
    'The runtime wants to label the files of a volume, and its file system does not support labels.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/(?:relabel|lsetxattr|setxattr).*operation not supported/i],
  confusedWith: ['selinux-relabel-slow'],
  nextChecks: (view) => [
    run(
      'See which file systems take labels',
      'findmnt -o TARGET,FSTYPE,OPTIONS | grep -E "seclabel|nfs|cifs|fuse"',
    ),
    podSpec(view, 'See the labels it asks for', '{..seLinuxOptions}'),
    podSpec(view, 'See its volumes', '{.spec.volumes}'),
  ],
});
