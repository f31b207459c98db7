import { podSpec, run } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imageVolumeUnsupported = textCause({
  id: 'image-volume-unsupported',
  stages: ['create'],
  title: 'The runtime cannot mount an image as a volume',
  explanation:
    'The pod has a volume of type image. A runtime that is too old for that sees a mount without a source and tries to make a directory with an empty name; one that knows it may refuse the options.',
  impact: 'The container is not made; kubelet goes on trying.',
  confusedWith: ['mount-source-missing', 'image-volume-copy-failed'],
  patterns: [/failed to mount image volume/i, /image volumes? (?:is|are) not supported/i],
  fullPatterns: [/failed to mkdir "": mkdir ?: no such file/i],
  nextChecks: (view) => [
    podSpec(view, 'See which volume it is', '{.spec.volumes[*].image}'),
    run('See the version; containerd 2.1 and CRI-O 1.31 are the first', 'crictl version'),
  ],
});
