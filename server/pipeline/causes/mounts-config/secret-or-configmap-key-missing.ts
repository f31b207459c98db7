import { run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const secretOrConfigmapKeyMissing = textCause({
  id: 'secret-or-configmap-key-missing',
  stages: ['create'],
  title: 'A key is missing in a secret or config map',
  explanation:
    'An environment variable is filled from a key that the Secret or ConfigMap does not have.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['secret-or-configmap-missing'],
  patterns: [
    /couldn't find key \S+ in (?:Secret|ConfigMap)/i,
    /references non-existent (?:secret|config) key/i,
  ],
  nextChecks: (view) => [
    run('See the keys', `kubectl describe secret,configmap -n ${shellWord(view.namespace)}`),
  ],
});
