import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const networkTeardownFailed = textCause({
  id: 'network-teardown-failed',
  stages: ['teardown', 'sandbox'],
  reasons: ['NetworkTeardownHangs'],
  title: "The pod's network cannot be taken down",
  explanation:
    'StopPodSandbox fails because the CNI plugin cannot undo what it did: plugin or configuration gone, agent not reachable, or no longer authorised. Until that works kubelet repeats the call.',
  impact:
    'The pod stays "Terminating", and its address stays taken, until the plugin succeeds once.',
  confusedWith: [
    'kill-wait-timeout',
    'iptables-missing-on-teardown',
    'netns-busy-on-teardown',
    'cni-del-without-netns',
  ],
  patterns: [
    /failed to destroy network for (?:pod )?sandbox/i,
    /plugin type="…".*failed \((?:delete|del)\)/i,
    /error removing pod \S+ from CNI network/i,
    /(?:CNI|netplugin|network).*(?:DEL|delete|teardown|tear down).*(?:fail|error)/i,
    /StopPodSandbox.*(?:cni|network)/i,
  ],
  nextChecks: (view) => [
    runtimeLogOf(view, 'destroy network'),
    run(
      'See plugins and configuration',
      `ls -l ${view.node.runtime?.cniConfDir ?? '/etc/cni/net.d'} ${view.node.runtime?.cniBinDirs[0] ?? '/opt/cni/bin'}`,
    ),
    run('See whether the network agent of this node runs', 'crictl pods --namespace kube-system'),
    samePods('network-teardown-failed'),
  ],
});
