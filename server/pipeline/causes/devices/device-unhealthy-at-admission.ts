import { kubeletLogOf, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const deviceUnhealthyAtAdmission = textCause({
  id: 'device-unhealthy-at-admission',
  stages: ['kubelet'],
  title: 'A device the pod asks for is not to be had',
  explanation:
    'kubelet asked a device plugin for the device when it admitted the pod, and got a refusal or an error. After a reboot the plugin may simply not have registered yet.',
  impact: 'The pod was rejected for good: it stays Failed until somebody deletes it.',
  patterns: [
    /Allocate failed due to/i,
    /device plugin .*(?:rpc failed|unhealthy|no healthy)/i,
    /requested number of devices unavailable/i,
  ],
  confusedWith: ['cdi-device-unresolvable', 'resource-claim-not-prepared', 'admission-rejected'],
  nextChecks: (view) => [
    run('See which plugins are registered', 'ls -l /var/lib/kubelet/device-plugins'),
    run(
      'See what the node offers now',
      `kubectl get node ${shellWord(view.node.nodeName)} -o jsonpath='{.status.allocatable}'`,
    ),
    kubeletLogOf(view, 'plugin'),
  ],
});
