import { imageOf, podSpec, pullByHand, samePods } from '../../next-checks.ts';
import { textCause } from '../../text-cause.ts';

export const imageNotFound = textCause({
  id: 'image-not-found',
  stages: ['pull'],
  title: 'The registry does not have this image',
  explanation:
    'The registry answered and says that the repository, tag or digest does not exist. Usually a misspelt name, a tag that was never pushed, or one that was deleted.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: [
    'image-auth-or-absent',
    'platform-mismatch',
    'image-never-pull',
    'invalid-image-name',
    'content-blob-missing',
  ],
  patterns: [
    /failed to resolve (?:image|reference)\b.*: not found\b/i,
    /\bmanifest unknown\b|MANIFEST_UNKNOWN/i,
    /\bname unknown\b|NAME_UNKNOWN/i,
    /\brepository (?:name )?(?:"…" |\S+ )?(?:not (?:known|found)|does not exist)\b/i,
    /unexpected status(?: code)?\b.*\b404\b/i,
    /failed with status code \[[^\]]*\]: 404/i,
    /manifest for \S+ not found/i,
    /reading manifest .*\b(?:404|not found)\b/i,
    /artifact \S+ not found/i,
    /HTTP 404|\b404 (?:page )?not found\b/i,
  ],
  except: [
    /no match for platform/i,
    /parent snapshot|content digest|content store/i,
    /sandbox image/i,
    /may require authorization|authorization failed|unauthorized|access denied/i,
    /no such host|connection refused/i,
  ],
  detail: (_text, view) => (view === null ? null : `${imageOf(view)} does not exist`),
  nextChecks: (view) => [
    pullByHand(view),
    podSpec(view, 'Read the name letter by letter', '{..image}'),
    samePods('image-not-found'),
  ],
});
