import { lookIntoImage, startedFile } from '../../error-checks.ts';
import { imageOf, inspectContainer, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const execPermissionDenied = textCause({
  id: 'exec-permission-denied',
  stages: ['start', 'create'],
  title: 'The command may not be executed',
  explanation:
    'The file is in the image, but it is a directory, lacks the execute bit, or lies on a mount with noexec.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['exec-not-found', 'workdir-inaccessible', 'script-permission-denied-in-shell'],
  patterns: [
    /exec: (?:"…"|\S+): (?:permission denied|is a directory)/i,
    /executable file \S+ (?:is not executable|not found in \$PATH: permission denied)/i,
    /exec user process caused:? "?permission denied/i,
    /(?:open executable|executable file \S+): (?:permission denied|operation not permitted)/i,
    /(?:^|[\s":])exec \/\S+: permission denied(?:\W*$|")/i,
  ],
  except: [
    /chdir to cwd/i,
    /mounting /i,
    /failed to start shim|unable to retrieve OCI runtime error|exec failed:/i,
  ],
  detail: (text) => {
    const name = quotedIn(text, /exec: "([^"]+)"/) ?? quotedIn(text, /exec (\/\S+):/);
    return name === null ? null : `${name}: permission denied`;
  },
  nextChecks: (view) => [
    inspectContainer(view),
    run(
      'See which file it starts',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -A4 -i -E 'entrypoint|cmd'`,
    ),
    lookIntoImage(
      view,
      'See the mode of the file',
      (root) => `ls -ld ${root}${shellWord(startedFile(view))}`,
    ),
  ],
});
