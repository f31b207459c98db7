import { imageOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const runAsNonrootNonnumeric = textCause({
  id: 'run-as-nonroot-nonnumeric',
  stages: ['create'],
  title: 'The image names its user by name, so kubelet cannot tell whether it is root',
  explanation:
    'runAsNonRoot is set and the image gives a user name instead of a number. kubelet cannot look names up and refuses.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['run-as-nonroot-root-image', 'user-not-in-image'],
  patterns: [/non-numeric user .*cannot verify user is non-?root/i],
  nextChecks: (view) => [
    podSpec(view, 'See what the pod asks for', '{..securityContext}'),
    run(
      'See the user of the image (nothing: root)',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -i '"user"'`,
    ),
  ],
});
