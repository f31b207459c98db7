import { dialAgain, pullPauseImage, wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageNetwork = textCause({
  id: 'sandbox-image-network',
  stages: ['sandbox'],
  title: 'The pause image cannot be pulled',
  explanation:
    "Every pod needs the pause image, it is not on this node, and its registry cannot be reached. On a closed network the runtime's setting for the pause image often still names a public registry.",
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  confusedWith: [
    'sandbox-image-dns',
    'sandbox-image-forbidden',
    'image-pull-timeout',
    'sandbox-image-config-path-ignored',
    'sandbox-image-x509',
  ],
  isNodeWide: true,
  patterns: [
    /(?:sandbox image|pause image|infra (?:container )?image|initializing source|pinging container registry|reading manifest|pull and unpack image|failed to pull image|resolve (?:image|reference)|pulling image).*(?:connection refused|i\/o timeout|no route to host|network is unreachable|TLS handshake timeout|connection reset|deadline exceeded|Client\.Timeout|EOF|connection timed out|no available registry endpoint)/i,
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
    ...dialAgain(view),
    run('See whether it is here', 'crictl images | grep -i pause'),
    pullPauseImage(view),
    samePods('sandbox-image-network'),
  ],
});
