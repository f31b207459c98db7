import { say } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const selinuxRelabelSlow = textCause({
  id: 'selinux-relabel-slow',
  stages: ['create'],
  title: 'Labelling a volume for SELinux failed or takes very long',
  explanation:
    'The runtime labels every file of a volume before the container is made. With very many files, or files that come and go, that fails.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/\brelabel\b.*(?:failed|no such file|deadline|timeout)/i],
  nextChecks: () => [
    say('Use fsGroupChangePolicy / seLinuxChangePolicy, or a volume with fewer files.'),
  ],
});
