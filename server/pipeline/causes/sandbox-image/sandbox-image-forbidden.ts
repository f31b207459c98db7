import { pullPauseImage, wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageForbidden = textCause({
  id: 'sandbox-image-forbidden',
  stages: ['sandbox'],
  title: 'The registry refuses the pause image',
  explanation:
    'The registry of the pause image answers with a refusal (401 or 403). On a public registry that is no matter of passwords: the address of the node is blocked, or a mirror wants a login.',
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  confusedWith: ['sandbox-image-network'],
  isNodeWide: true,
  patterns: [
    /(?:sandbox image|pause image|infra (?:container )?image|initializing source|pinging container registry|reading manifest|pull and unpack image|failed to pull image|resolve (?:image|reference)|pulling image).*(?:\b40[13]\b|forbidden|unauthorized|denied|no basic auth credentials)/i,
  ],
  detail: (text) => {
    const image = quotedIn(
      text,
      /(?:sandbox image|pull image|source docker:\/\/)\s*"?([^\s"]+?)"?:? /,
    );
    const why = addressIn(text);
    return image === null ? null : `${image}${why === null ? '' : `: ${why}`}`;
  },
  nextChecks: (view) => [
    wantedPauseImage(view),
    run('See whether it is here', 'crictl images | grep -i pause'),
    pullPauseImage(view),
    samePods('sandbox-image-forbidden'),
  ],
});
