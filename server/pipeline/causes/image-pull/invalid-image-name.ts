import { imageOf, podSpec, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const invalidImageName = textCause({
  id: 'invalid-image-name',
  stages: ['pull'],
  title: 'The name of the image is not a valid reference',
  explanation:
    'The image name breaks the rules of references: capital letters, blanks, a wrong separator, an empty part. Neither registry nor runtime was asked.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /invalid reference format/i,
    /couldn't parse image (?:name|reference)|failed to parse image reference|cannot parse input/i,
    /repository name .*must (?:be lowercase|have at least one)/i,
  ],
  reasons: ['InvalidImageName'],
  detail: (_text, view) => (view === null ? null : `“${imageOf(view)}”`),
  confusedWith: ['image-not-found'],
  nextChecks: (view) => [
    podSpec(view, 'Read the name letter by letter', '{..image}'),
    samePods('invalid-image-name'),
  ],
});
