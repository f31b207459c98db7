import type { PullProgress } from '../../../server/contract/pull-progress.ts';
import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { layerSizes, SLOW_IMAGES } from '../slow-registry.ts';
import { podFault } from './fault.ts';
import { pullOf } from './pull-of.ts';

/** The layer of those that come in which has no more bytes than at the first look. */
function stillLayer(now: PullProgress, first: PullProgress | null): string | null {
  if (first === null) return 'seen only once';
  const before = new Map(first.layers.map((layer) => [layer.digest, layer.doneBytes]));
  const still = now.layers
    .filter((layer) => layer.state === 'downloading')
    .find((layer) => layer.doneBytes <= (before.get(layer.digest) ?? -1));
  return still === undefined ? null : `${still.digest} has ${still.doneBytes} bytes still`;
}

/** containerd 1.x fetches three layers of an image at once, 2.x as many as its limit for all pulls lets it. */
const STATES = /^done,downloading,downloading,downloading,(?:downloading|waiting)$/;

/** Several layers come in at once, each at its own pace. */
export const pullLayers = podFault(
  'pull-layers',
  () =>
    makePod('pull-layers', {
      containers: [makeContainer({ image: `${HOSTS.slow}/${SLOW_IMAGES.layers}:1` })],
    }),
  {
    proof: [{ source: 'containerd', says: /layers here, [34] blobs being written/ }],
    also(detail, first) {
      const pull = pullOf(detail);
      if (pull === null) return 'no progress is told';
      const { phase, doneBytes, totalBytes, bytesPerSecond, stalledSince, layers } = pull;
      const known = layers.filter((layer) => layer.totalBytes !== null);
      const large = known
        .map((layer) => layer.totalBytes ?? 0)
        .sort((a, b) => b - a)
        .slice(0, -1);
      if (phase !== 'downloading') return `the pull is ${phase}`;
      if (large.join() !== layerSizes(SLOW_IMAGES.layers).join()) return `layers of ${large}`;
      const sumBytes = known.reduce((sum, layer) => sum + layer.doneBytes, 0);
      if (doneBytes !== sumBytes) return `${doneBytes} bytes in all, ${sumBytes} in its layers`;
      if (totalBytes === null || totalBytes <= doneBytes) return `${doneBytes} of ${totalBytes}`;
      if (stalledSince !== null) return 'it is told to stand still';
      const states = layers
        .map((layer) => layer.state)
        .sort()
        .join();
      if (!STATES.test(states)) return `layers ${states}`;
      if (bytesPerSecond === null || bytesPerSecond <= 0) return `rate ${bytesPerSecond}`;
      return stillLayer(pull, first === null ? null : pullOf(first));
    },
  },
);
