import { pullByHand, registryOfStop, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const rateLimited = textCause({
  id: 'rate-limited',
  stages: ['pull', 'sandbox'],
  title: 'The registry limits the number of pulls',
  explanation:
    'The registry answers 429: this address or account has pulled too much in the last hours. Nothing is wrong with the image.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-unauthorized', 'pull-qps-exceeded'],
  patterns: [/too ?many ?requests/i, /\b429\b(?: |$)/, /(?:pull )?rate limit|rate exceeded/i],
  detail: (_text, view) =>
    view === null ? '429 Too Many Requests' : `429 from ${registryOfStop(view)}`,
  nextChecks: (view) => [
    pullByHand(view),
    run(
      'See whether pulls carry a login',
      `kubectl get pod -n ${shellWord(view.namespace)} ${shellWord(view.name)} -o jsonpath='{.spec.imagePullSecrets}'`,
    ),
    samePods('rate-limited'),
  ],
});
