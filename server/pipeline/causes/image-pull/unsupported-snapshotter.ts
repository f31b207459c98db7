import { run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const unsupportedSnapshotter = textCause({
  id: 'unsupported-snapshotter',
  stages: ['pull'],
  title: 'The configured snapshotter is not loaded',
  explanation:
    'The runtime is set to a snapshotter that did not load on this node (kernel module, file system, or plugin missing).',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  isNodeWide: true,
  patterns: [/snapshotter not loaded/i],
  nextChecks: () => [
    run('See the plugins', 'ctr plugins ls | grep -i snapshotter'),
    samePods('unsupported-snapshotter'),
  ],
});
