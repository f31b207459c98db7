import { kubeletLogOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const volumeSecretMissing = textCause({
  id: 'volume-secret-missing',
  stages: ['kubelet'],
  title: 'A secret or config map that a volume needs does not exist',
  explanation:
    'A volume of the pod is filled from a Secret or ConfigMap, and that object is not in the namespace. kubelet waits for it before it calls the runtime, so crictl shows nothing.',
  impact: 'kubelet does not even ask the runtime: no sandbox, no image pull, no container.',
  confusedWith: ['secret-or-configmap-missing'],
  patterns: [
    /(?:MountVolume|SetUp).*\b(?:secrets?|configmaps?) "…" not found/i,
    /(?:MountVolume|SetUp).*object "…"\/"…" not registered/i,
    /(?:MountVolume|SetUp).*references non-existent (?:secret|config) key/i,
    /^(?:secrets?|configmaps?) "…" not found$/i,
  ],
  detail: (text) => quotedIn(text, /((?:secrets?|configmaps?) "[^"]+") not found/i),
  nextChecks: (view) => [
    run('See which ones exist', `kubectl get secret,configmap -n ${shellWord(view.namespace)}`),
    podSpec(view, 'See which ones the pod names', '{.spec.volumes}'),
    kubeletLogOf(view),
  ],
});
