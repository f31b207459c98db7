import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { layerSizes, SLOW_IMAGES } from '../slow-registry.ts';
import { podFault } from './fault.ts';
import { pullOf } from './pull-of.ts';

/** Bytes come in, but slowly: nothing is wrong yet. */
export const pullSlow = podFault(
  'pull-slow',
  () =>
    makePod('pull-slow', {
      containers: [makeContainer({ image: `${HOSTS.slow}/${SLOW_IMAGES.bulky}:1` })],
    }),
  {
    proof: [{ source: 'containerd', says: /1 blob being written/ }],
    also(detail) {
      const pull = pullOf(detail);
      if (pull === null) return 'no progress is told';
      const { phase, bytesPerSecond, secondsLeft, stalledSince, layers } = pull;
      if (phase !== 'downloading') return `the pull is ${phase}`;
      const large = Math.max(...layers.map((layer) => layer.totalBytes ?? 0));
      if (large !== layerSizes(SLOW_IMAGES.bulky)[0]) return `its largest layer has ${large} bytes`;
      if (stalledSince !== null) return 'it is told to stand still';
      return bytesPerSecond === null || secondsLeft === null ? 'no rate is told' : null;
    },
  },
);
