import { registryOfStop, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const registryPlainHttp = textCause({
  id: 'registry-plain-http',
  stages: ['pull', 'sandbox'],
  title: 'The registry speaks plain HTTP, the node asks for HTTPS',
  explanation:
    "The node tries TLS and gets an unencrypted answer. The registry must either get a certificate or be marked as plain HTTP in the runtime's registry configuration.",
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-pull-x509-unknown-ca'],
  patterns: [
    /server gave HTTP response to HTTPS client/i,
    /first record does not look like a TLS handshake/i,
  ],
  nextChecks: (view) => [
    run(
      'Ask it both ways',
      `curl -sS -o /dev/null -w '%{http_code}\\n' http://${registryOfStop(view)}/v2/; curl -sS -o /dev/null https://${registryOfStop(view)}/v2/`,
    ),
    run(
      'See how the runtime knows it',
      'ls -R /etc/containerd/certs.d; grep -A4 insecure /etc/containers/registries.conf',
    ),
    samePods('registry-plain-http'),
  ],
});
