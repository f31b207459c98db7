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
  confusedWith: ['signature-policy-rejected'],
  nextChecks: () => [
    run('Check whether it is JSON', 'jq . /etc/containers/policy.json'),
    run('Compare program and file', 'crio --version; ls -l /etc/containers'),
    samePods('signature-policy-invalid'),
  ],
});
