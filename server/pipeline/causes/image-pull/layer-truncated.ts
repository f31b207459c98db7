import { pullByHand, samePods, say } from '../../next-checks.ts';
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
    /e3b0c44298fc1c14/i,
    /failed commit on ref .*unexpected commit (?:size|digest) .*e3b0/i,
  ],
  nextChecks: (view) => [
    pullByHand(view),
    say('Pull the same image past the mirror or proxy and compare.'),
    samePods('layer-truncated'),
  ],
});
