import { imageOf, run, samePods, say, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imageNeverPull = textCause({
  id: 'image-never-pull',
  stages: ['pull'],
  title: 'The image is not here, and the pod forbids pulling it',
  explanation:
    'The pull policy is Never: only an image that is already on the node may be used, and this one is not.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-not-found'],
  patterns: [/is not present with pull policy of Never/i],
  reasons: ['ErrImageNeverPull'],
  detail: (_text, view) =>
    view === null ? null : `${imageOf(view)} is not on the node, policy Never`,
  nextChecks: (view) => [
    run(
      'See what is here',
      `crictl images | grep ${shellWord(imageOf(view).split('/').at(-1)?.split(/[:@]/)[0] ?? 'NAME')}`,
    ),
    say('Load the image on this node under exactly this name, or set the policy to IfNotPresent.'),
    samePods('image-never-pull'),
  ],
});
