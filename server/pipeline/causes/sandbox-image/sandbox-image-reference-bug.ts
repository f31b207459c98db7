import { wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageReferenceBug = textCause({
  id: 'sandbox-image-reference-bug',
  stages: ['sandbox'],
  title: 'The runtime does not find the pause image that it has',
  explanation:
    'The runtime looks for the pause image under a name that it stored differently, and says "not found" without trying a pull. Known of containerd 2.3.0 and 2.3.1.',
  impact: 'No sandbox, and so no new pod on this node.',
  confusedWith: ['sandbox-image-not-local'],
  isNodeWide: true,
  patterns: [/failed to get sandbox image "…": (?:image "…": )?not found/i],
  except: [/failed to pull/i],
  nextChecks: (view) => [
    wantedPauseImage(view),
    run(
      'See under which names it is here',
      'crictl images --digests | grep -i pause; ctr -n k8s.io images ls -q | grep -i pause',
    ),
    run('See the version', 'crictl version'),
    samePods('sandbox-image-reference-bug'),
  ],
});
