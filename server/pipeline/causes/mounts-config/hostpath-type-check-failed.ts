import { kubeletLogOf, podSpec, run, shellWord } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const hostpathTypeCheckFailed = textCause({
  id: 'hostpath-type-check-failed',
  stages: ['kubelet'],
  title: 'A hostPath of the pod is not of the type it asks for',
  explanation:
    'The pod names a type for its hostPath (File, Directory, Socket, …) and kubelet finds something else on this node, or nothing at all. kubelet checks that before its first call to the runtime.',
  impact: 'kubelet does not even ask the runtime: no sandbox, no image pull, no container.',
  confusedWith: ['mount-source-missing', 'mount-type-mismatch'],
  patterns: [/hostPath type check failed/i],
  detail: (text) => quotedIn(text, /type check failed: (.+)$/),
  nextChecks: (view) => [
    run(
      'Look at the path on this node',
      `stat ${shellWord(quotedIn(view.stop?.clues[0]?.text ?? '', /type check failed: (\S+)/) ?? 'PATH')}`,
    ),
    podSpec(view, 'See which type the pod asks for', '{.spec.volumes[*].hostPath}'),
    kubeletLogOf(view),
  ],
});
