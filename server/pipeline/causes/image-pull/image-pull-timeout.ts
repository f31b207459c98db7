import { dialAgain } from '../../error-checks.ts';
import { registryOfStop, run, runtimeUnit, samePods } from '../../next-checks.ts';
import { addressIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const imagePullTimeout = textCause({
  id: 'image-pull-timeout',
  stages: ['pull'],
  title: 'The registry cannot be reached',
  explanation:
    'The connection to the registry, or to the host it sends the node to, does not come about or is cut: packets are dropped, there is no way, or a proxy in between breaks it off. The registry itself gives no answer.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: [
    'registry-refused',
    'image-pull-dns',
    'sandbox-image-network',
    'image-pull-stalled',
    'registry-token-endpoint-unreachable',
  ],
  patterns: [
    /i\/o timeout|TLS handshake timeout|connection timed out/i,
    /no route to host|network is unreachable|host is down/i,
    /proxyconnect|connection reset by peer|: EOF$|remote error: tls: /i,
    /Client\.Timeout exceeded|request canceled while waiting for connection|net\/http: timeout/i,
    /failed to do request: .*(?:deadline exceeded|context cancell?ed)/i,
  ],
  detail: (text) => addressIn(text),
  nextChecks: (view) => [
    ...dialAgain(view),
    run(
      'Try the connection from this node',
      `curl -sS -m 10 -o /dev/null -w '%{remote_ip} %{http_code}\\n' https://${registryOfStop(view)}/v2/`,
    ),
    run("See the runtime's proxy", `systemctl show ${runtimeUnit(view)} -p Environment`),
    samePods('image-pull-timeout'),
  ],
});
