import { pullByHand, run, runtimeLogOf, runtimeUnit, samePods } from '../../next-checks.ts';
import { addressIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const imageBlobCdnFailed = textCause({
  id: 'image-blob-cdn-failed',
  stages: ['pull'],
  title: 'The image is known, but its layers cannot be downloaded',
  explanation:
    'The manifest came from the registry, the layers lie on another host (a CDN or a redirect), and that one does not deliver.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-pull-timeout'],
  patterns: [
    /failed to copy: httpRead(?:er)?Seeker: failed open: failed to do request: .*(?:EOF|reset|timeout|refused|no such host|unreachable|deadline)/i,
    /failed to copy: .*(?:connection reset by peer|i\/o timeout)/i,
    /blob\b.*happened during read: .*(?:reset by peer|timed? ?out|no route|unreachable)/i,
    /(?:error pulling image configuration|parsing image configuration|download failed after attempts)\b.*(?:EOF|reset|timeout|refused|no such host|unreachable|no route)/i,
  ],
  // An address that is not the registry's own: its answer was a redirect.
  fullPatterns: [
    /(?:failed to copy|(?:read|fetch|copy|writ|download)ing blob)\b.*Get "?https?:\/\/(?!\S*\/v2\/\S+\/blobs\/)\S+ .*(?:EOF|reset|time(?:d )?out|refused|no such host|lookup|unreachable|no route|deadline|respond)/i,
  ],
  detail: (text) => addressIn(text),
  nextChecks: (view) => [
    pullByHand(view),
    runtimeLogOf(view, 'failed to copy'),
    run('See the proxy of the runtime', `systemctl show ${runtimeUnit(view)} -p Environment`),
    samePods('image-blob-cdn-failed'),
  ],
});
