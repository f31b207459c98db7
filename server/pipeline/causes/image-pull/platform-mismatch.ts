import { imageOf, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const platformMismatch = textCause({
  id: 'platform-mismatch',
  stages: ['pull'],
  title: "The image is not made for this node's processor",
  explanation: 'The registry has the image, but not for the architecture of this node.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-not-found', 'exec-format-error', 'schema1-unsupported'],
  patterns: [
    /no match for platform/i,
    /no matching manifest for|no image found in (?:manifest list|image index) for/i,
    /does not match the specified platform|choosing (?:an )?image from manifest list/i,
  ],
  nextChecks: (view) => [
    run("See the node's architecture", 'uname -m'),
    run(
      'See what the image offers (from any machine)',
      `skopeo inspect --raw docker://${shellWord(imageOf(view))} | grep -o '"architecture": *"[^"]*"'`,
    ),
    samePods('platform-mismatch'),
  ],
});
