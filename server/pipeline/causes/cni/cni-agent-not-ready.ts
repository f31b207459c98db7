import { open, run, samePods, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniAgentNotReady = textCause({
  id: 'cni-agent-not-ready',
  stages: ['sandbox'],
  title: 'The network agent of this node does not answer',
  explanation:
    "The CNI plugin has to ask its agent on the node, and the agent's socket or state file is not there or nobody listens. Most often the agent's own pod is not running: that pod is the culprit.",
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: [
    'cni-stale-config-of-removed-plugin',
    'cni-agent-mount-missing',
    'flannel-subnet-env-missing',
    'cni-credentials-expired',
  ],
  isNodeWide: true,
  patterns: [
    /unable to connect to (?:the )?Cilium (?:agent|daemon)/i,
    /failed to create cilium (?:agent )?client/i,
    /stat \/var\/lib\/calico\/nodename/i,
    /dial unix \S*(?:cilium|cni|multus|ovn|antrea|kube-?ovn|weave|spiderpool|terway)\S*: connect:/i,
    /rpc error: .*dial tcp 127\.0\.0\.1:50051: connect: connection refused/i,
    /(?:multus|cni).*(?:waiting for|readiness|not ready).*(?:indicator|default network|socket)/i,
    /check that the calico\/node container is running/i,
  ],
  nextChecks: (view) => [
    run(
      'See whether the agent of this node runs',
      `kubectl get pods -A -o wide --field-selector spec.nodeName=${shellWord(view.node.nodeName)} | grep -i -E 'cilium|calico|flannel|multus|ovn|antrea|weave|aws-node'`,
    ),
    open('See which pods of this node are stuck', '/pods?q=ns:kube-system'),
    samePods('cni-agent-not-ready'),
  ],
});
