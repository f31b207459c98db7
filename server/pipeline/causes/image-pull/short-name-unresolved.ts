import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const shortNameUnresolved = textCause({
  id: 'short-name-unresolved',
  stages: ['pull'],
  title: 'The image name lacks its registry, and none is configured',
  explanation:
    'The runtime has no registry configured in which it would look for a name without one. Write the image with its registry.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /short-?name .*did not resolve to an alias/i,
    /no unqualified-search registries/i,
    /no registries configured\b.*unqualified/i,
  ],
  confusedWith: ['image-auth-or-absent', 'short-name-ambiguous'],
  nextChecks: () => [
    run(
      'See the registries and aliases',
      'cat /etc/containers/registries.conf /etc/containers/registries.conf.d/*',
    ),
    samePods('short-name-unresolved'),
  ],
});
