import { imageOf, pullByHand, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const schema1Unsupported = textCause({
  id: 'schema1-unsupported',
  stages: ['pull'],
  title: 'The image is in a format that is no longer supported',
  explanation:
    'The manifest is of the old schema 1, which newer runtimes refuse. The image has to be built or pushed anew.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [/schema ?(?:version )?1\b.*(?:not|no longer|un)/i],
  fullPatterns: [/manifest\.v1\+(?:prettyjws|json)/i],
  confusedWith: ['platform-mismatch'],
  nextChecks: (view) => [
    pullByHand(view),
    run(
      'See the format of the manifest',
      `skopeo inspect --raw docker://${shellWord(imageOf(view))} | grep -i schemaVersion`,
    ),
    run('See the version of the runtime', 'crictl version'),
    samePods('schema1-unsupported'),
  ],
});
