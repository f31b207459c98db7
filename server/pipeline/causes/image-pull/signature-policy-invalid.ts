import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const signaturePolicyInvalid = textCause({
  id: 'signature-policy-invalid',
  stages: ['pull'],
  title: "The node's signature policy cannot be read",
  explanation:
    'The file that says which signatures images need is broken, so no image is accepted.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/invalid policy in/i, /policy\.json.*(?:unknown key|invalid|no such file)/i],
  nextChecks: () => [
    run('Check it', 'jq . /etc/containers/policy.json'),
    samePods('signature-policy-invalid'),
  ],
});
