import { registryOfStop, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imagePullX509UnknownCa = textCause({
  id: 'image-pull-x509-unknown-ca',
  stages: ['pull'],
  title: "The node does not trust the registry's certificate",
  explanation:
    "The registry's certificate comes from an authority the node does not know, the registry sends an incomplete chain, or the name or dates of the certificate do not fit.",
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-pull-x509-incomplete-chain', 'registry-plain-http'],
  patterns: [
    /x509: /i,
    /tls: failed to verify certificate/i,
    /certificate signed by unknown authority/i,
  ],
  nextChecks: (view) => [
    run(
      'Look at the certificate',
      `openssl s_client -connect ${registryOfStop(view).includes(':') ? registryOfStop(view) : `${registryOfStop(view)}:443`} -showcerts </dev/null | openssl x509 -noout -issuer -dates -ext subjectAltName`,
    ),
    run(
      'See what the runtime trusts',
      'ls -R /etc/containerd/certs.d /etc/containers/certs.d 2>/dev/null',
    ),
    samePods('image-pull-x509-unknown-ca'),
  ],
});
