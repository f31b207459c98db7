import { pullPauseImage, wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageNotLocal = textCause({
  id: 'sandbox-image-not-local',
  stages: ['sandbox'],
  title: 'The pause image is neither here nor to be had',
  explanation:
    'The runtime tried to fetch the pause image and did not get it; its registry has no such image, or no registry is named.',
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  isNodeWide: true,
  patterns: [
    /failed to get sandbox image .*not found/i,
    /(?:sandbox image|pause image|infra (?:container )?image|initializing source|pinging container registry|reading manifest|pull and unpack image|failed to pull image|resolve (?:image|reference)|pulling image).*(?:not found|manifest unknown|name unknown)/i,
    /^(?:.*: )?error initializing source$/i,
  ],
  detail: (text) => {
    const image = quotedIn(
      text,
      /(?:sandbox image|pull image|source docker:\/\/)\s*"?([^\s"]+?)"?:? /,
    );
    const why = addressIn(text);
    return image === null ? null : `${image}${why === null ? '' : `: ${why}`}`;
  },
  confusedWith: ['sandbox-image-network', 'sandbox-image-reference-bug'],
  nextChecks: (view) => [
    wantedPauseImage(view),
    run('See whether it is here', 'crictl images | grep -i pause'),
    pullPauseImage(view),
    samePods('sandbox-image-not-local'),
  ],
});
