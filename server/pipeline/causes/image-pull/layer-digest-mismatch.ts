import { pullByHand, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const layerDigestMismatch = textCause({
  id: 'layer-digest-mismatch',
  stages: ['pull'],
  title: 'A layer does not have the contents it should',
  explanation:
    'Size or digest of what was downloaded differs from the manifest. A broken copy sits in a mirror, in a cache, or in the store of this node.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /failed size validation/i,
    /unexpected commit (?:digest|size)/i,
    /(?:digest|checksum) (?:mismatch|did not match|does not match|verification failed)/i,
  ],
  confusedWith: ['content-blob-missing', 'layer-truncated'],
  nextChecks: (view) => [
    pullByHand(view),
    run('See what is half done', 'ctr -n k8s.io content active'),
    samePods('layer-digest-mismatch'),
  ],
});
