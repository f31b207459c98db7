import type { Cause } from '../../cause.ts';
import { kubeletLogOf, run, shellWord } from '../../next-checks.ts';
import { shorten } from '../../status-words.ts';

export const staticManifestInvalid: Cause = {
  id: 'static-manifest-invalid',
  stages: ['kubelet'],
  title: 'A static manifest gives no pod',
  explanation:
    'A file in the static pod directory of kubelet cannot be read as a pod: broken YAML, a missing field, or something that static pods may not use, like config maps and secrets. kubelet says so only in its log.',
  impact:
    'The pod of this file does not exist at all: not in kubelet, not in the runtime, not in the API.',
  confusedWith: ['admission-rejected'],
  isNodeWide: false,
  nextChecks: (view) => [
    run(
      'Check the file without applying it',
      `kubectl apply --dry-run=client -f ${shellWord(view.manifest?.path ?? 'FILE')}`,
    ),
    run('Read the file', `cat -A ${shellWord(view.manifest?.path ?? 'FILE')} | head -60`),
    kubeletLogOf(view, 'manifest'),
  ],
  match(view) {
    const { stop } = view;
    if (view.kind !== 'manifest' || stop?.state !== 'failed') return { result: 'clear' };
    const clue = stop.clues[0];
    return {
      result: 'matched',
      stage: 'kubelet',
      container: null,
      detail: shorten(clue?.text ?? 'not a pod', 140),
      message: clue?.text ?? null,
      evidence: stop.evidence,
    };
  },
};
