import { run, samePods, storedImage } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const contentBlobMissing = textCause({
  id: 'content-blob-missing',
  stages: ['pull', 'create', 'sandbox'],
  title: 'A part of the image is missing in the store of this node',
  explanation:
    'The runtime believes that the image is here, but one of its blobs is gone: a clean-up or a crash took it.',
  impact: '{container} cannot be made from an image with a hole.',
  patterns: [/content digest \S+: not found/i, /failed to get reader from content store/i],
  confusedWith: ['snapshot-parent-missing', 'image-not-found', 'layer-digest-mismatch'],
  nextChecks: (view) => [
    run('See which images lack parts', 'ctr -n k8s.io images check | grep -v complete'),
    storedImage(view),
    run('See which snapshotter the runtime uses', 'containerd config dump | grep snapshotter'),
    samePods('content-blob-missing'),
  ],
});
