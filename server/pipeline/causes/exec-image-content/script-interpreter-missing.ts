import { lookIntoImage, startedFile } from '../../error-checks.ts';
import { imageOf, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const scriptInterpreterMissing = textCause({
  id: 'script-interpreter-missing',
  stages: ['start', 'run', 'create'],
  title: "The script's interpreter, or the program's loader, is not in the image",
  explanation:
    'The file exists, but what it needs to run does not: the first line names a shell the image lacks (or ends in a DOS line end), or a dynamically linked program finds no loader.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['exec-not-found', 'exec-format-error'],
  patterns: [
    /exec user process caused:? "?no such file or directory/i,
    /(?:^|[\s":])exec \/\S+: no such file or directory(?:\W*$|")/i,
    /\bbad interpreter\b/i,
    /(?:OCI runtime|runc create|container process)\b.*fork\/exec \/\S+: no such file/i,
  ],
  nextChecks: (view) => [
    run(
      'See which file it starts',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -A4 -i -E 'entrypoint|cmd'`,
    ),
    lookIntoImage(
      view,
      'Read its first line (^M at the end: a DOS line end), and see which shells there are',
      (root) =>
        `head -c 80 ${root}${shellWord(startedFile(view))} | cat -A; ls ${root}/bin | grep sh`,
    ),
  ],
});
