import { podSpec, run } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const memoryLimitTooLow = textCause({
  id: 'memory-limit-too-low',
  stages: ['start', 'create', 'sandbox'],
  title: 'The memory limit is too low to start at all',
  explanation:
    'The limit is smaller than what the low-level runtime itself needs for an instant to start the container. Often a slip in the unit: "512m" means half a byte, "512Mi" is meant.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['oom-killed', 'hugepages-unavailable', 'resize-failed'],
  patterns: [
    /unable to set memory limit to/i,
    /memory limit\b.{0,40}\btoo (?:low|small)/i,
    /container init was OOM-killed/i,
    /memory\.(?:limit_in_bytes|max)\b.*(?:device or resource busy|invalid argument)/i,
    /read init-p: connection reset by peer|write init-p: broken pipe/i,
    /minimum memory limit/i,
  ],
  detail: (text) =>
    quotedIn(text, /memory limit (?:to )?(\d+)/) === null
      ? null
      : `memory limit ${quotedIn(text, /memory limit (?:to )?(\d+)/)} bytes`,
  nextChecks: (view) => [
    podSpec(view, 'See the limits', '{.spec.containers[*].resources}'),
    run(
      'Read what the kernel says',
      'journalctl -k --since -15min | grep -iE "out of memory|oom" | tail -5',
    ),
  ],
});
