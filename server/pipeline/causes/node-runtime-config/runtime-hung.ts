import type { Cause } from '../../cause.ts';
import { open, run, runtimeUnit } from '../../next-checks.ts';

export const runtimeHung: Cause = {
  id: 'runtime-hung',
  stages: ['sandbox', 'pull', 'create', 'start', 'teardown'],
  title: 'The container runtime does not answer',
  explanation:
    'The runtime accepts connections and answers nothing: it is stopped, dead-locked, or waits for a disk. kubelet goes on saying "ok" for minutes; only its log complains that PLEG is not healthy.',
  impact: 'What runs goes on, but nothing of this pod can be started, stopped or inspected.',
  confusedWith: [
    'runtime-down',
    'pleg-unhealthy',
    'crictl-client-timeout',
    'kubelet-stopped-posting',
    'container-state-unknown',
  ],
  isNodeWide: true,
  nextChecks: (view) => {
    const unit = runtimeUnit(view);
    return [
      run(
        'See whether its process is stopped (T) or waits for a disk (D)',
        `ps -o pid,stat,wchan:30,etime,args -C ${unit}`,
      ),
      run('Ask it with a limit', 'timeout 5 crictl version'),
      run('Read its last words', `journalctl -u ${unit} -n 100 --no-pager`),
      open('See the whole node', '/'),
    ];
  },
  match(view) {
    const { stop } = view;
    if (view.node.health.state !== 'hung' || stop?.state !== 'failed') return { result: 'clear' };
    const clue = view.textClues.find((item) =>
      /DeadlineExceeded|deadline exceeded/i.test(item.text),
    );
    if (clue === undefined || !this.stages.includes(stop.stage)) return { result: 'clear' };
    return {
      result: 'matched',
      stage: stop.stage,
      container: stop.container,
      detail: `${view.node.health.hangingCall ?? 'the call'} gets no answer`,
      message: clue.text,
      evidence: [clue.evidence],
    };
  },
};
