import { podSpec, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const mountSourceMissing = textCause({
  id: 'mount-source-missing',
  stages: ['create', 'start'],
  title: 'The source of a mount is not there on the node',
  explanation:
    'A path that the container mounts from the node does not exist and cannot be made: something above it is a file, or lies on a read-only file system.',
  impact: '{container} does not come into being; kubelet tries again every few seconds.',
  confusedWith: [
    'mount-type-mismatch',
    'hostpath-type-check-failed',
    'mount-propagation-not-shared',
    'subpath-stale-after-configmap-update',
    'host-device-missing',
  ],
  patterns: [
    /failed to (?:stat|mkdir|resolve symlink|lstat|evaluate symlinks?(?: in)?) "…": .*(?:not a directory|no such file|read-only file system|file exists|permission denied|too many levels)/i,
    /mounting "…" to rootfs at "…": (?:stat|lstat|open) \S+: (?:no such file or directory|not a directory)/i,
    /mounting "…" to rootfs\b.*no such file or directory/i,
    /bind source path does not exist|(?:creating|create) (?:bind )?mount source(?: path)?/i,
    /^stat \S+: not a directory$/i,
    /mount `\S+` to `\S+`: no such file/i,
    /mkdir \S+: (?:not a directory|read-only file system)/i,
  ],
  except: [
    /seccomp|apparmor|resolv\.conf|\/dev\/\S+: no such/i,
    /error during container init: mkdir/i,
  ],
  detail: (text) => {
    const path = quotedIn(text, /(?:stat|mkdir|symlink|lstat|mounting) "([^"]+)"/);
    const why = quotedIn(text, /: ([a-z -]+)$/i);
    return path === null ? null : `${path}${why === null ? '' : `: ${why}`}`;
  },
  nextChecks: (view) => [
    podSpec(view, 'See the volumes', '{.spec.volumes}'),
    run(
      'Look at the source on this node',
      `stat ${shellWord(quotedIn(view.stop?.clues[0]?.text ?? '', /(?:stat|mkdir|symlink|lstat|mounting) \\*"([^"\\]+)/) ?? 'SOURCE')}`,
    ),
  ],
});
