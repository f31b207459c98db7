import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const capabilityUnknown = textCause({
  id: 'capability-unknown',
  stages: ['start', 'create'],
  title: 'The container asks for a capability that does not exist here',
  explanation:
    'The name of the capability is wrong (often CAP_ written twice), or kernel and runtime are of different age.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  patterns: [/unknown capability/i, /invalid capability/i],
  confusedWith: ['capability-not-grantable'],
  nextChecks: (view) => [
    podSpec(view, 'See which ones the pod asks for', '{..capabilities}'),
    run('See the last one that the kernel knows', 'cat /proc/sys/kernel/cap_last_cap; uname -r'),
    run('See the versions', 'crictl version; runc --version'),
  ],
});
