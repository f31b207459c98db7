import { run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const hostpathNotVisibleToKubelet = textCause({
  id: 'hostpath-not-visible-to-kubelet',
  stages: ['create'],
  title: 'kubelet does not see a host path that the container needs',
  explanation:
    'kubelet itself has to look at the path (for a subPath), and in its view of the node the path does not exist. Where kubelet runs in a container, it sees other mounts than you.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: ['mount-source-missing'],
  patterns: [/^(?:.*CreateContainerConfigError: )?stat \S+: no such file or directory$/i],
  nextChecks: () => [
    run("Look with kubelet's eyes", 'nsenter -t $(pidof -s kubelet) -m ls -ld HOST_PATH'),
    run(
      'Compare its mounts with those of the host',
      'readlink /proc/1/ns/mnt /proc/$(pidof -s kubelet)/ns/mnt',
    ),
  ],
});
