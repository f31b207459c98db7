import { run, runtimeUnit, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const fdLimit = textCause({
  id: 'fd-limit',
  stages: ['sandbox', 'create', 'start'],
  title: 'Too many open files',
  explanation: 'The runtime (or the whole node) has reached its limit of open files.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  isNodeWide: true,
  patterns: [/too many open files/i],
  confusedWith: [
    'pid-or-task-limit',
    'inotify-exhausted',
    'shim-fifo-open-failed',
    'inotify-instances-kubectl-logs',
  ],
  nextChecks: (view) => {
    const unit = runtimeUnit(view);
    return [
      run(
        "See the runtime's limit and use",
        `grep 'open files' /proc/$(pidof -s ${unit})/limits; ls /proc/$(pidof -s ${unit})/fd | wc -l`,
      ),
      run('See those of the node (used, free, limit)', 'cat /proc/sys/fs/file-nr'),
      samePods('fd-limit'),
    ];
  },
});
