import { pullByHand, registryOfStop, run, samePods } from '../../next-checks.ts';
import { addressIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const registryTokenEndpointUnreachable = textCause({
  id: 'registry-token-endpoint-unreachable',
  stages: ['pull'],
  title: "The registry's token server cannot be reached",
  explanation:
    'The registry itself answers, but sends the node to another host for a token, and that host is not reachable from here. A firewall opened for the registry alone is not enough.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-pull-timeout', 'image-unauthorized'],
  patterns: [
    /(?:failed to authorize|failed to fetch (?:anonymous|oauth) token|auth(?:entication)? token).*(?:i\/o timeout|connection refused|no route to host|no such host|deadline exceeded|network is unreachable|TLS handshake timeout|connection reset|EOF)/i,
  ],
  detail: (text) => addressIn(text),
  nextChecks: (view) => [
    run(
      'See where it sends you',
      `curl -sS -i https://${registryOfStop(view)}/v2/ | grep -i www-authenticate`,
    ),
    pullByHand(view),
    samePods('registry-token-endpoint-unreachable'),
  ],
});
