import { makeContainer, makePod } from '../lab-pod.ts';
import { HOSTS } from '../registries.ts';
import { podFault } from './fault.ts';
import { pullOf } from './pull-of.ts';

/** The registry accepts the connection and never answers; beside it other pulls move, and must not hide it. */
export const pullHung = podFault(
  'pull-hung',
  () =>
    makePod('pull-hung', { containers: [makeContainer({ image: `${HOSTS.silent}/lab/app:1` })] }),
  {
    proof: [
      { source: 'runtime-log', says: `PullImage "${HOSTS.silent}/lab/app:1"` },
      { source: 'containerd', says: 'no blob is being written' },
    ],
    also(detail) {
      const pull = pullOf(detail);
      if (pull?.phase !== 'resolving') return `the pull is ${pull?.phase ?? 'not told'}`;
      if (pull.doneBytes > 0 || pull.layers.length > 0) return 'it is told bytes of another pull';
      return pull.stalledSince === null ? 'it is not told since when it stands still' : null;
    },
  },
);
