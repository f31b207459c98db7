import { dialAgain, mirrorsOf } from '../../error-checks.ts';
import { pullByHand, registryOfStop, run, samePods } from '../../next-checks.ts';
import { addressIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const registryRefused = textCause({
  id: 'registry-refused',
  stages: ['pull'],
  title: 'Nothing listens at the registry',
  explanation:
    'The host of the registry answers, but refuses the connection: the registry is not running, listens on another port, or a firewall rejects.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-pull-timeout', 'image-pull-dns', 'registry-server-error'],
  patterns: [/connect: connection refused/i, /\bconnection refused\b/i],
  except: [/lookup \S+(?: on \S+)?: /i, /proxyconnect/i, /dial unix/i],
  detail: (text, view) => {
    const at = addressIn(text);
    return at ?? (view === null ? null : `${registryOfStop(view)}: connection refused`);
  },
  nextChecks: (view) => [
    ...dialAgain(view),
    run(
      'Try the connection from this node',
      `curl -sS -m 5 -o /dev/null -w '%{http_code}\\n' https://${registryOfStop(view)}/v2/`,
    ),
    mirrorsOf(registryOfStop(view)),
    pullByHand(view),
    samePods('registry-refused'),
  ],
});
