import { pullByHand, samePods } from '../../next-checks.ts';
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
  ],
  detail: (text) => addressIn(text),
  nextChecks: (view) => [pullByHand(view), samePods('image-blob-cdn-failed')],
});
