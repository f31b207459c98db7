import { lookIntoImage, startedFile } from '../../error-checks.ts';
import { imageOf, inspectContainer, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const execNotFound = textCause({
  id: 'exec-not-found',
  stages: ['start', 'create'],
  title: 'The command is not in the image',
  explanation:
    "The container's command names a file that the image does not contain, or a volume covers the directory it lies in. The process never started, so its log is empty.",
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: [
    'script-interpreter-missing',
    'runc-binary-missing',
    'image-content-missing',
    'apparmor-parser-missing',
    'workdir-inaccessible',
  ],
  patterns: [
    /exec: "…": stat \S+: no such file or directory/i,
    /exec: "…": executable file not found in \$PATH/i,
    /exec: "[^"]+": (?:stat .+: no such file or directory|executable file not found)/i,
    /executable (?:file )?[`'"]?\S+[`'"]? (?:for container )?not found/i,
    /open executable: no such file or directory/i,
    /error finding executable\b/i,
    /(?:starting|root) (?:container|sandbox)\b.*failed to load \S+: no such file/i,
  ],
  except: [
    /failed to start shim|unable to retrieve OCI runtime error|OCI runtime exec failed|exec failed:/i,
    /(?:prestart|createRuntime|createContainer|startContainer|poststart) hook/i,
  ],
  detail: (text) => {
    const name =
      quotedIn(text, /exec: "([^"]+)"/) ?? quotedIn(text, /executable (?:file )?[`'"]?([^`'"\s]+)/);
    return name === null ? null : `${name} is not in the image`;
  },
  nextChecks: (view) => [
    inspectContainer(view),
    run(
      'See which command the image itself would run',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -A4 -i -E 'entrypoint|cmd'`,
    ),
    lookIntoImage(
      view,
      'See whether the image has the file',
      (root) => `ls -l ${root}${shellWord(startedFile(view))}`,
    ),
  ],
});
