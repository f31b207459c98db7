import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniCredentialsExpired = textCause({
  id: 'cni-credentials-expired',
  stages: ['sandbox'],
  title: 'The CNI plugin may no longer ask the API server',
  explanation:
    "The plugin reads cluster objects with a token of its own, and the API server refuses that token. Usually the agent that renews it on this node is down, or the node's clock is wrong.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [
    /connection is unauthorized/i,
    /error getting ClusterInformation/i,
    /plugin type="…".*\b(?:Unauthorized|the server has asked for the client to provide credentials)/i,
  ],
  // Without an answer of the API nobody refused anything.
  except: [/i\/o timeout|connection refused|no route to host|deadline exceeded|signal: killed/i],
  confusedWith: ['cni-agent-not-ready', 'image-unauthorized'],
  nextChecks: (view) => [
    run(
      'See when the credentials were written',
      `ls -l ${view.node.runtime?.cniConfDir ?? '/etc/cni/net.d'}`,
    ),
    run('See whether the agent runs', 'crictl pods --namespace kube-system'),
    samePods('cni-credentials-expired'),
  ],
});
