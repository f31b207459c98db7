import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const usernsRuntimeUnsupported = textCause({
  id: 'userns-runtime-unsupported',
  stages: ['sandbox'],
  title: 'The runtime cannot give the pod a user namespace',
  explanation:
    'The pod asks for hostUsers: false, and this runtime (or its low-level runtime) does not support user namespaces.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [
    /user namespaces? .*(?:not supported|unsupported|is not supported)/i,
    /runtime does not support user namespaces/i,
    /the handler "[^"]*" is not known/i,
  ],
  confusedWith: ['userns-idmap-unsupported'],
  nextChecks: (view) => [
    run('See the versions', 'crictl version; runc --version; crun --version'),
    run(
      'See what the runtime says of itself',
      'crictl info | grep -i -A3 -E "userNamespaces|features"',
    ),
    podSpec(view, 'See what the pod asks for', '{.spec.hostUsers}'),
  ],
});
