import { imageOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const workdirInaccessible = textCause({
  id: 'workdir-inaccessible',
  stages: ['start', 'create'],
  title: 'The working directory cannot be entered',
  explanation:
    "The container's working directory cannot be made or entered: a file is in the way, or the user may not go there.",
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: ['exec-permission-denied', 'exec-not-found', 'runtime-workdir-missing'],
  patterns: [
    /chdir to (?:cwd|`\S+: permission denied)/i,
    /error during container init: mkdir \S+: /i,
    /(?:OCI runtime|container init).*mkdir \S+: (?:not a directory|file exists|permission denied)$/i,
    /mkdir(?:all)? (?:cwd|working ?dir)/i,
  ],
  except: [/mounting |mount \S+:/i],
  nextChecks: (view) => [
    podSpec(view, 'See the working directory', '{.spec.containers[*].workingDir}'),
    run(
      'See the one of the image',
      `crictl inspecti ${shellWord(imageOf(view))} | grep -i workingdir`,
    ),
  ],
});
