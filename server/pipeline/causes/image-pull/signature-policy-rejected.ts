import { imageOf, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const signaturePolicyRejected = textCause({
  id: 'signature-policy-rejected',
  stages: ['pull'],
  title: "The image does not satisfy the node's signature policy",
  explanation:
    'The node demands a signature for images from there, and this one has none or a wrong one.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /Source image rejected/i,
    /signature .*(?:required|not accepted|rejected|does not exist)|A signature was required/i,
  ],
  reasons: ['SignatureValidationFailed'],
  confusedWith: ['image-unauthorized', 'signature-policy-invalid'],
  nextChecks: (view) => [
    run('See the policy', 'jq . /etc/containers/policy.json'),
    run(
      'See where signatures are looked for',
      'grep -rn -A3 "docker:" /etc/containers/registries.d',
    ),
    run(
      'See what the image bears',
      `skopeo inspect docker://${shellWord(imageOf(view))} | head -20`,
    ),
    samePods('signature-policy-rejected'),
  ],
});
