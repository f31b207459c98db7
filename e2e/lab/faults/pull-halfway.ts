import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { SLOW_IMAGES } from '../slow-registry.ts';
import { podFault } from './fault.ts';
import { pullOf } from './pull-of.ts';

/** Some of the layer came, then nothing any more; beside it other pulls move. */
export const pullHalfway = podFault(
  'pull-halfway',
  () =>
    makePod('pull-halfway', {
      containers: [makeContainer({ image: `${HOSTS.slow}/${SLOW_IMAGES.halfway}:1` })],
    }),
  {
    proof: [{ source: 'containerd', says: /1 blob being written, .*nothing moved since/ }],
    also(detail) {
      const pull = pullOf(detail);
      if (pull === null) return 'no progress is told';
      const { phase, bytesPerSecond, stalledSince, layers } = pull;
      if (phase !== 'downloading') return `the pull is ${phase}`;
      if (stalledSince === null) return 'it is not told since when it stands still';
      const [coming, ...others] = layers.filter((layer) => layer.state === 'downloading');
      if (coming === undefined || others.length > 0) return 'its one layer is not told';
      if (coming.doneBytes === 0) return 'what came is not told';
      return bytesPerSecond === 0 ? null : `rate ${bytesPerSecond}`;
    },
  },
);
