import type { Cause } from '../../cause.ts';
import {
  imageOf,
  open,
  registryOfStop,
  run,
  runtimeLogOf,
  shellWord,
  stoppedContainer,
} from '../../next-checks.ts';
import { PULL_STALLED } from '../../pull-progress.ts';

export const imagePullStalled: Cause = {
  id: 'image-pull-stalled',
  stages: ['pull'],
  title: 'The pull hangs: no bytes arrive',
  explanation:
    'PullImage began, did not end, and nothing is being written. The registry accepted the connection and does not answer, or the network swallows the data; no program logs an error for that.',
  impact:
    '{container} cannot be created before its image is here, and by default every other pull of this node waits behind this one.',
  confusedWith: ['image-pull-queued', 'image-pull-timeout'],
  isNodeWide: false,
  nextChecks: (view) => [
    run('See what is being downloaded now', 'ctr -n k8s.io content active'),
    run(
      'Ask the registry yourself',
      `curl -sS -m 10 -i https://${registryOfStop(view)}/v2/ | head -3`,
    ),
    runtimeLogOf(view, imageOf(view)),
    open('See every pod that waits for a pull', '/pods?q=stage:pull'),
    run('Try the pull from this node', `crictl pull ${shellWord(imageOf(view))}`),
  ],
  match(view) {
    const { stop } = view;
    if (stop?.stage !== 'pull') return { result: 'clear' };
    if (stop.state === 'unknown') return { result: 'blind', needs: stop.needs };
    if (!stop.isOverdue || stop.reason !== PULL_STALLED) return { result: 'clear' };
    const container = stoppedContainer(view);
    return {
      result: 'matched',
      stage: 'pull',
      container: container?.name ?? null,
      detail: `${container?.image ?? 'the image'} does not move`,
      message: null,
      evidence: stop.evidence,
    };
  },
};
