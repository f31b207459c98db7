import { mirrorsOf } from '../../error-checks.ts';
import { pullByHand, registryOfStop, run, samePods } from '../../next-checks.ts';
import { statusFrom } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const registryServerError = textCause({
  id: 'registry-server-error',
  stages: ['pull', 'sandbox'],
  title: 'The registry answers with an error of its own',
  explanation:
    'The registry (or a mirror or proxy before it) is reached and answers 5xx: it is broken or overloaded. Nothing is wrong with the image or with this node.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /\b50[0-9] (?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Server Error)/i,
    /unexpected (?:http )?(?:status(?: code)?|code)\b.*\b5\d\d\b/i,
    /failed with status code \[[^\]]*\]: 5\d\d/i,
  ],
  except: [/\b40[134]\b (?:Unauthorized|Forbidden|Not Found)/i],
  detail: (text, view) => statusFrom(text, view === null ? null : registryOfStop(view)),
  confusedWith: ['registry-refused'],
  nextChecks: (view) => [
    mirrorsOf(registryOfStop(view)),
    pullByHand(view),
    run('Ask it yourself', `curl -sS -i https://${registryOfStop(view)}/v2/ | head -5`),
    samePods('registry-server-error'),
  ],
});
