import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const shortNameAmbiguous = textCause({
  id: 'short-name-ambiguous',
  stages: ['pull'],
  title: 'The image name lacks its registry, and there are several to choose from',
  explanation:
    'CRI-O knows more than one registry for names without one and cannot ask which is meant.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [/short-?name.*(?:prompt|ambiguous|enforced)/i],
  confusedWith: ['short-name-unresolved'],
  nextChecks: () => [
    run(
      'See the registries, the mode and the aliases',
      'grep -rnE "unqualified|short-name|aliases" /etc/containers/registries.conf /etc/containers/registries.conf.d',
    ),
    samePods('short-name-ambiguous'),
  ],
});
