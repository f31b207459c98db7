import { imageOf, podSpec, pullByHand, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imageAuthOrAbsent = textCause({
  id: 'image-auth-or-absent',
  stages: ['pull'],
  title: 'The image does not exist there, or needs a login',
  explanation:
    'The registry says the same for an image that does not exist and for one the node may not see. Check the name first: an image without a registry in its name is looked for on Docker Hub.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-unauthorized', 'image-not-found', 'short-name-unresolved'],
  patterns: [
    /pull access denied/i,
    /insufficient_scope/i,
    /requested access to the resource is denied/i,
    /access to the requested resource is not authorized/i,
    /repository .*does not exist or may require/i,
    /denied: access forbidden/i,
  ],
  except: [/no basic auth credentials/i, /too ?many ?requests/i],
  detail: (_text, view) => (view === null ? null : `${imageOf(view)}: denied`),
  nextChecks: (view) => [
    pullByHand(view),
    podSpec(view, 'Read the name letter by letter', '{..image}'),
    podSpec(view, 'See which pull secrets the pod has', '{.spec.imagePullSecrets[*].name}'),
    samePods('image-auth-or-absent'),
  ],
});
