import { podSpec, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const mountTypeMismatch = textCause({
  id: 'mount-type-mismatch',
  stages: ['start', 'create'],
  title: 'A file is mounted onto a directory, or the other way round',
  explanation:
    'The source of a mount is a file and its target in the image is a directory, or the reverse. Often the source did not exist on the node and was made as an empty directory.',
  impact:
    '{container} never ran; kubelet tries again with growing pauses, and each try fails the same way.',
  confusedWith: [
    'mount-source-missing',
    'hostpath-type-check-failed',
    'kubelet-runtime-mount-namespace-mismatch',
  ],
  patterns: [
    /mounting .*(?:not a directory|is a directory)/i,
    /Are you trying to mount a directory onto a file/i,
    /mount \S+:\S+.*: not a directory/i,
    /mount `\S+` to `\S+`: (?:not|is) a directory/i,
    /creating `\S+`: .*(?:is|not) a directory/i,
  ],
  except: [/failed to stat|failed to resolve symlink/i],
  detail: (text) => {
    const from = quotedIn(text, /mounting "([^"]+)"/);
    const to = quotedIn(text, /(?:to rootfs(?: "[^"]+")? )?at "([^"]+)"/);
    return from === null ? null : `${from} onto ${to ?? 'its target'}`;
  },
  nextChecks: (view) => [
    podSpec(view, 'See the mounts', '{.spec.containers[*].volumeMounts}'),
    run(
      'Look at the source on this node',
      `stat ${shellWord(quotedIn(view.stop?.clues[0]?.text ?? '', /mounting \\*"([^"\\]+)/) ?? 'SOURCE')}`,
    ),
  ],
});
