import type { Cause } from '../../cause.ts';
import { kubeletLogOf, podSpec, previousLog } from '../../next-checks.ts';
import { shorten } from '../../status-words.ts';

export const readinessProbeFailed: Cause = {
  id: 'readiness-probe-failed',
  stages: ['run'],
  title: 'The container runs, but its readiness probe fails',
  explanation:
    'kubelet asks the container whether it can serve and does not get the right answer. The container is left alone; it only gets no traffic from services.',
  impact: '{container} gets no traffic. It is not restarted for that.',
  confusedWith: ['liveness-probe-failed', 'startup-probe-failed', 'readiness-gate-unset'],
  isNodeWide: false,
  nextChecks: (view) => [
    podSpec(view, 'See what the probe asks', '{..readinessProbe}'),
    { ...previousLog(view), text: 'Read what it writes' },
    kubeletLogOf(view),
  ],
  match(view) {
    const { stop } = view;
    if (stop?.stage !== 'run' || stop.state !== 'failed') return { result: 'clear' };
    if (stop.reason !== 'ReadinessProbeFailed') return { result: 'clear' };
    const clue = stop.clues[0];
    const text = clue === undefined ? '' : shorten(clue.text, 80);
    return {
      result: 'matched',
      stage: 'run',
      container: stop.container,
      detail: text === '' ? 'not ready' : `not ready: ${text}`,
      message: clue?.text ?? null,
      evidence: clue === undefined ? stop.evidence : [clue.evidence],
    };
  },
};
