import { imageOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const runAsNonrootRootImage = textCause({
  id: 'run-as-nonroot-root-image',
  stages: ['create'],
  title: 'The pod forbids root, and the image runs as root',
  explanation:
    'runAsNonRoot is set, but neither pod nor image names another user than root. kubelet refuses before it calls the runtime.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['run-as-nonroot-nonnumeric'],
  patterns: [
    /runAsNonRoot and image will run as root/i,
    /runAsUser breaks non-?root policy|container's runAsUser breaks/i,
    /cannot run as root/i,
  ],
  detail: () => 'runAsNonRoot, but the image runs as root',
  nextChecks: (view) => [
    podSpec(view, 'See what the pod asks for', '{..securityContext}'),
    run(
      'See the user of the image (nothing: root)',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -i '"user"'`,
    ),
  ],
});
