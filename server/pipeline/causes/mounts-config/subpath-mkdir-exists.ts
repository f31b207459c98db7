import { kubeletLogOf } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const subpathMkdirExists = textCause({
  id: 'subpath-mkdir-exists',
  stages: ['create'],
  title: 'The directory for a subPath exists already',
  explanation:
    'kubelet prepares a subPath below its own directory and finds a leftover there. Often kubelet and the node see different mounts.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  patterns: [/volume-subpaths\/\S+: file exists/i],
  nextChecks: (view) => [kubeletLogOf(view, 'subpath')],
});
