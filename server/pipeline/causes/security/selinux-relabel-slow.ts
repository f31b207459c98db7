import { podSpec, run, runtimeLogOf, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const selinuxRelabelSlow = textCause({
  id: 'selinux-relabel-slow',
  stages: ['create'],
  title: 'Labelling a volume for SELinux failed or takes very long',
  explanation:
    'The runtime labels every file of a volume before the container is made. With very many files, or files that come and go, that fails.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/\brelabel\b.*(?:failed|no such file|deadline|timeout)/i],
  confusedWith: ['volume-relabel-slow', 'selinux-relabel-unsupported-fs'],
  nextChecks: (view) => [
    podSpec(view, 'See the labels it asks for', '{..seLinuxOptions}'),
    run(
      'Count the files of its volumes',
      `find /var/lib/kubelet/pods/${shellWord(view.uid ?? 'POD_UID')}/volumes -xdev 2>/dev/null | wc -l`,
    ),
    runtimeLogOf(view, 'relabel'),
  ],
});
