import { imageOf, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const execFormatError = textCause({
  id: 'exec-format-error',
  stages: ['start', 'run', 'create'],
  title: 'The program is not made for this processor, or has no first line',
  explanation:
    'The kernel does not know how to run the file: it is built for another architecture, or a script lacks its first line (#!).',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: [
    'platform-mismatch',
    'node-binary-broken',
    'script-interpreter-missing',
    'sigill-cpu-feature',
  ],
  patterns: [/exec format error/i],
  nextChecks: (view) => [
    run("See the node's architecture", 'uname -m'),
    run(
      "See the image's architecture",
      `crictl inspecti ${shellWord(imageOf(view))} | grep -i architecture`,
    ),
  ],
});
