import { pullPauseImage, wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImagePullCancelled = textCause({
  id: 'sandbox-image-pull-cancelled',
  stages: ['sandbox'],
  title: 'The pull of the pause image was broken off',
  explanation:
    'The pause image was still being pulled when the request for the sandbox ran out of time or was cancelled. The pull is too slow, or the runtime was restarted.',
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  isNodeWide: true,
  patterns: [
    /(?:sandbox image|pause image|infra (?:container )?image|initializing source|pinging container registry|reading manifest|pull and unpack image|failed to pull image|resolve (?:image|reference)|pulling image).*(?:context cancell?ed)/i,
  ],
  detail: (text) => {
    const image = quotedIn(
      text,
      /(?:sandbox image|pull image|source docker:\/\/)\s*"?([^\s"]+?)"?:? /,
    );
    const why = addressIn(text);
    return image === null ? null : `${image}${why === null ? '' : `: ${why}`}`;
  },
  confusedWith: ['sandbox-image-network', 'pull-request-deadline'],
  nextChecks: (view) => [
    wantedPauseImage(view),
    run('See whether it is here', 'crictl images | grep -i pause'),
    pullPauseImage(view),
    samePods('sandbox-image-pull-cancelled'),
  ],
});
