import { kubeletLogOf, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const subpathMkdirExists = textCause({
  id: 'subpath-mkdir-exists',
  stages: ['create'],
  title: 'The directory for a subPath exists already',
  explanation:
    'kubelet prepares a subPath below its own directory and finds a leftover there. Often kubelet and the node see different mounts.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/volume-subpaths\/\S+: file exists/i],
  fullPatterns: [/mkdir "?\S*\/volume-subpaths\/[^\s"]+"?: .*file exists/i],
  confusedWith: ['mount-propagation-not-shared', 'subpath-prepare-failed'],
  nextChecks: (view) => [
    run(
      'See what lies there',
      `ls -lR /var/lib/kubelet/pods/${shellWord(view.uid ?? 'POD_UID')}/volume-subpaths`,
    ),
    run(
      'Compare the mounts of kubelet and runtime',
      'readlink /proc/$(pidof -s kubelet)/ns/mnt /proc/$(pidof -s containerd crio)/ns/mnt',
    ),
    kubeletLogOf(view, 'subpath'),
  ],
});
