import { pullByHand, registryOfStop, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imageUnauthorized = textCause({
  id: 'image-unauthorized',
  stages: ['pull'],
  title: "The registry refuses the node's credentials",
  explanation:
    'The registry wants a login, and the pull came with none or with one that it does not accept (401 or 403). The pull secret is missing, is for another host:port, or has expired.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: [
    'image-auth-or-absent',
    'image-not-found',
    'rate-limited',
    'credential-provider-not-called',
    'cni-credentials-expired',
  ],
  patterns: [
    /\b401\b (?:Unauthorized|$)|status(?: code)?:? ?401\b|: 401 Unauthorized/i,
    /no basic auth credentials/i,
    /(?:^|: |\bdesc = )unauthorized\b(?:$|[:;,. ])/i,
    /authentication required|incorrect username or password|invalid username\/password|unable to retrieve auth token/i,
    /(?:invalid|bad|expired|missing) credentials|(?:access|authorization) token .*(?:expired|invalid)/i,
    /\b403 Forbidden\b|status(?: code)?:? ?403\b/i,
    /failed to fetch (?:anonymous|oauth) token: .*\b40[013]\b/i,
    /denied: permission|unauthenticated request|do(?:es)? not have permission/i,
    /status code from registry 40[13]\b|\b40[13] \((?:Unauthorized|Forbidden)\)/i,
    /HTTP Basic: Access denied/i,
    /AccessDenied(?:Exception)?\b.*\becr:|not authorized to perform: ecr:/i,
  ],
  except: [/insufficient_scope/i, /too ?many ?requests|\b429\b/i, /ClusterInformation/i],
  detail: (text, view) => {
    const code = /\b403\b/.test(text) ? '403' : '401';
    return view === null ? code : `${code} from ${registryOfStop(view)}`;
  },
  nextChecks: (view) => [
    run(
      'See which pull secrets the pod has',
      `kubectl get pod -n ${shellWord(view.namespace)} ${shellWord(view.name)} -o jsonpath='{.spec.imagePullSecrets[*].name}'`,
    ),
    run(
      'See for which hosts a secret is',
      `kubectl get secret -n ${shellWord(view.namespace)} SECRET -o jsonpath='{.data.\\.dockerconfigjson}' | base64 -d | jq '.auths | keys'`,
    ),
    pullByHand(view),
    samePods('image-unauthorized'),
  ],
});
