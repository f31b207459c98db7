import { run, runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const cniDelWithoutNetns = textCause({
  id: 'cni-del-without-netns',
  stages: ['teardown'],
  title: 'The plugin wants a network namespace that is gone',
  explanation:
    'The namespace of the pod no longer exists, and the plugin treats that as an error instead of as done.',
  impact: 'The pod cannot be removed; kubelet tries for ever.',
  patterns: [
    /opening netns|stat netns path|failed to Statfs .*netns/i,
    /failed to open netns "…?"/i,
  ],
  confusedWith: ['network-teardown-failed', 'sandbox-died-before-cni'],
  nextChecks: (view) => [
    run('See which namespaces there are', 'ls -l /run/netns; uptime -s'),
    run('See sandboxes that are not ready', 'crictl pods --state notready'),
    runtimeLogOf(view, view.name),
    samePods('cni-del-without-netns'),
  ],
});
