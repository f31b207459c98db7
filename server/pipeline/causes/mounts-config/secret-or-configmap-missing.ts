import { podSpec, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const secretOrConfigmapMissing = textCause({
  id: 'secret-or-configmap-missing',
  stages: ['create'],
  title: 'A secret or config map that the environment needs does not exist',
  explanation:
    'An environment variable is filled from a Secret or ConfigMap that is not in the namespace. The sandbox is up and the image is here; only the object is missing.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['volume-secret-missing', 'secret-or-configmap-key-missing'],
  patterns: [/\b(?:secrets?|configmaps?) "…" not found/i],
  except: [/^Error from server/i],
  detail: (text) => quotedIn(text, /((?:secrets?|configmaps?) "[^"]+") not found/i),
  nextChecks: (view) => [
    run('See which ones exist', `kubectl get secret,configmap -n ${shellWord(view.namespace)}`),
    podSpec(view, 'See which ones the pod names', '{..env}{..envFrom}'),
  ],
});
