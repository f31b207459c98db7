import type { Cause } from '../../cause.ts';
import { imageOf, open, registryOfStop, run, runtimeLogOf, shellWord } from '../../next-checks.ts';
import { PULL_QUEUED } from '../../pull-progress.ts';

export const imagePullQueued: Cause = {
  id: 'image-pull-queued',
  stages: ['pull'],
  title: 'The pull waits behind another one',
  explanation:
    'By default kubelet pulls one image at a time. Another pull is under way and does not end, so this one has not even begun.',
  impact: '{container} waits; its own image may be perfectly fine.',
  confusedWith: ['image-pull-stalled'],
  isNodeWide: false,
  nextChecks: (view) => [
    run('See what is being downloaded now', 'ctr -n k8s.io content active'),
    run(
      'Ask the registry yourself',
      `curl -sS -m 10 -i https://${registryOfStop(view)}/v2/ | head -3`,
    ),
    runtimeLogOf(view, 'PullImage'),
    open('See every pod that waits for a pull', '/pods?q=stage:pull'),
    run('Try the pull from this node', `crictl pull ${shellWord(imageOf(view))}`),
  ],
  match(view) {
    const { stop } = view;
    if (stop?.stage !== 'pull') return { result: 'clear' };
    if (stop.state === 'unknown') return { result: 'blind', needs: stop.needs };
    if (!stop.isOverdue || stop.reason !== PULL_QUEUED) return { result: 'clear' };
    return {
      result: 'matched',
      stage: 'pull',
      container: stop.container,
      detail: `waits ${stop.detail ?? 'behind another pull'}`,
      message: null,
      evidence: stop.evidence,
    };
  },
};
