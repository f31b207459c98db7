import { imageOf, pullByHand, run, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imageNotFound = textCause({
  id: 'image-not-found',
  stages: ['pull'],
  title: 'The registry does not have this image',
  explanation:
    'The registry answered and says that the repository, tag or digest does not exist. Usually a misspelt name, a tag that was never pushed, or one that was deleted.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-auth-or-absent', 'platform-mismatch'],
  patterns: [
    // containerd: resolve answers with the reference itself
    /failed to resolve (?:image|reference "…")(?:: [^\s:]+[^\s]*)*: not found$/i,
    /failed to resolve (?:image|reference)\b.*: not found(?:$|[^a-z])/i,
    // registry API words (CRI-O, docker, GHCR, quay)
    /\bmanifest unknown\b/i,
    /\bname unknown\b|\brepository (?:name )?not (?:known|found)\b/i,
    /\bMANIFEST_UNKNOWN\b|\bNAME_UNKNOWN\b/,
    /unexpected status(?: code)?.*(?:manifests|HEAD request|GET request).*\b404\b/i,
    /manifest for \S+ not found/i,
    /reading manifest .*\b404\b/i,
  ],
  except: [
    /no match for platform/i,
    /parent snapshot|content digest|get reader from content store/i,
    /failed to get sandbox image/i,
    /may require authorization|authorization failed|unauthorized|denied/i,
    /no such host|connection refused/i,
  ],
  detail: (text, view) => {
    const image = /(?:image|manifest for) "?([^\s"]+)"?/.exec(text)?.[1];
    const name = view === null ? image : imageOf(view);
    return name === undefined || name === 'IMAGE' ? null : `${name} does not exist`;
  },
  nextChecks: (view) => [
    pullByHand(view),
    run(
      'Look the name up letter by letter in the pod',
      `kubectl get pod -n ${view.namespace} ${view.name} -o jsonpath='{.spec..image}'`,
    ),
    samePods('image-not-found'),
  ],
});
