import { kubeletLogOf, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const credentialProviderExecFailed = textCause({
  id: 'credential-provider-exec-failed',
  stages: ['pull'],
  title: "kubelet's credential helper failed",
  explanation:
    'kubelet asks a helper program for the login of this registry, and the helper did not answer as it should. The pull then goes without login, or not at all.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/credential ?provider.*(?:exec|fail|error)/i, /CredentialProviderRequest/i],
  confusedWith: ['credential-provider-not-called'],
  nextChecks: (view) => [
    run('See how it is configured', 'ps -o args -C kubelet | tr " " "\\n" | grep image-credential'),
    run(
      'See whether the program can run here',
      'ls -l BIN_DIR; file BIN_DIR/PROVIDER; ldd BIN_DIR/PROVIDER',
    ),
    kubeletLogOf(view, 'credential'),
    samePods('credential-provider-exec-failed'),
  ],
});
