import type { NextCheck } from '../contract/evidence.ts';
import { pagePaths } from '../contract/paths.ts';
import type { PodDetail } from '../contract/pod.ts';

/** Causes whose victims wait for an agent of this node, itself a pod. */
const NEEDS_AGENT = new Set([
  'cni-agent-not-ready',
  'cni-config-missing',
  'cni-credentials-expired',
  'flannel-subnet-env-missing',
  'cni-plugin-binary-missing',
  'network-teardown-failed',
]);
/** The network add-ons' agents as they name their pods; a name alone is a hint, so it is only offered as a step. */
const AGENT_NAME =
  /cilium|calico|flannel|canal|multus|ovn|antrea|weave|aws-node|kube-router|kindnet/i;

/** The network agent's own pod, where it is stuck on this node: the first thing to look at for its victims. */
export function culpritChecks(cause: string, pods: readonly PodDetail[]): readonly NextCheck[] {
  if (!NEEDS_AGENT.has(cause)) return [];
  const agent = pods.find(
    (pod) =>
      AGENT_NAME.test(pod.name) && pod.verdict.outcome === 'stuck' && pod.verdict.cause !== cause,
  );
  if (agent === undefined) return [];
  return [
    {
      text: `The network agent itself is stuck: ${agent.namespace}/${agent.name}, ${agent.verdict.summary}`,
      command: null,
      href: pagePaths.pod(agent.namespace, agent.name, agent.uid),
    },
  ];
}
