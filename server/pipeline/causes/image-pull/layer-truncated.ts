import { pullByHand, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const layerTruncated = textCause({
  id: 'layer-truncated',
  stages: ['pull'],
  title: 'A layer arrived empty or cut off',
  explanation:
    'The bytes of a layer ended too early. A proxy or mirror between node and registry keeps a broken copy, or breaks off long downloads.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  patterns: [
    /unexpected EOF/i,
    /incomplete deflate data|unexpected end of file|invalid compressed data|corrupted -- /i,
    /e3b0c44298fc1c14/i,
    /failed commit on ref .*unexpected commit (?:size|digest) .*e3b0/i,
  ],
  confusedWith: ['layer-digest-mismatch'],
  nextChecks: (view) => [
    pullByHand(view),
    run('See what is half done', 'ctr -n k8s.io content active'),
    run(
      'See whether a mirror answers in place of the registry',
      'ls -R /etc/containerd/certs.d 2>/dev/null; grep -n -A3 mirror /etc/containers/registries.conf 2>/dev/null',
    ),
    samePods('layer-truncated'),
  ],
});
