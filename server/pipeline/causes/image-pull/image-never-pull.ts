import {
  baseNameOfImage,
  imageOf,
  run,
  samePods,
  shellWord,
  storedImage,
} from '../../next-checks.ts';
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
    storedImage(view),
    run(
      'See what is here under a like name',
      `crictl images --digests | grep -i ${shellWord(baseNameOfImage(view))}`,
    ),
    run(
      'See whether it lies in another namespace, where kubelet does not look',
      'for n in $(ctr namespaces ls -q); do echo "$n"; ctr -n "$n" images ls -q | tail -3; done',
    ),
    samePods('image-never-pull'),
  ],
});
