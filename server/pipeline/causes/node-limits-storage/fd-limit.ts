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
  nextChecks: (view) => [
    run(
      "See the runtime's limit and use",
      `grep 'open files' /proc/$(pidof ${runtimeUnit(view)})/limits; ls /proc/$(pidof ${runtimeUnit(view)})/fd | wc -l`,
    ),
    samePods('fd-limit'),
  ],
});
