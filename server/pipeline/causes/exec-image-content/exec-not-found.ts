import { imageOf, inspectContainer, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const execNotFound = textCause({
  id: 'exec-not-found',
  stages: ['start', 'create'],
  title: 'The command is not in the image',
  explanation:
    "The container's command names a file that the image does not contain, or a volume covers the directory it lies in. The process never started, so its log is empty.",
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['script-interpreter-missing', 'runc-binary-missing', 'image-content-missing'],
  patterns: [
    /exec: "…": stat \S+: no such file or directory/i,
    /exec: "…": executable file not found in \$PATH/i,
    /exec: \\*"?[^"\s]+\\*"?: (?:stat \S+: no such file or directory|executable file not found)/i,
    // crun
    /executable file `?\S+`? not found(?: in \$PATH)?/i,
    /\bopen executable: no such file or directory/i,
    // youki, kata
    /executable '[^']+' (?:for container )?not found/i,
  ],
  except: [
    // the node's own tools, not the image
    /exec: "?(?:…|runc|crun|containerd-shim\S*|apparmor_parser|nvidia-container\S*)"?: executable file not found in \$PATH.*(?:unable to retrieve OCI runtime error)/i,
    /failed to start shim|unable to retrieve OCI runtime error|apparmor_parser|OCI runtime exec failed|prestart hook|createRuntime hook/i,
  ],
  detail: (text) => {
    const name =
      /exec: "([^"]+)"/.exec(text)?.[1] ?? /executable file [`']?([^`'\s]+)/.exec(text)?.[1];
    return name === undefined ? null : `${name} is not in the image`;
  },
  nextChecks: (view) => [
    inspectContainer(view),
    run(
      'See which command the image itself would run',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -A8 -i -E 'entrypoint|cmd'`,
    ),
  ],
});
