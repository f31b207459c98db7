import { runtimeLogOf, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxDiedBeforeCni = textCause({
  id: 'sandbox-died-before-cni',
  stages: ['sandbox'],
  title: 'The sandbox process was gone before its network was set up',
  explanation:
    'The pause process ended while the network was being prepared, so its namespace is no more. Pods deleted at once, or a killed pause process, read like that.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  patterns: [
    /network namespace for the terminated container/i,
    /failed to Statfs "…": no such file/i,
    /\/proc\/\d+\/ns\/net"?: no such file/i,
  ],
  confusedWith: [
    'cni-del-without-netns',
    'cni-agent-mount-missing',
    'sandbox-killed-by-systemd-cgroup',
  ],
  nextChecks: (view) => [runtimeLogOf(view, view.name), samePods('sandbox-died-before-cni')],
});
