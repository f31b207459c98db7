import { pullPauseImage, wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageX509 = textCause({
  id: 'sandbox-image-x509',
  stages: ['sandbox'],
  title: "The certificate of the pause image's registry is not accepted",
  explanation:
    'The pause image stands behind every pod, and the node does not trust the certificate of its registry: unknown authority, expired, or another name.',
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  confusedWith: ['sandbox-image-network', 'clock-skew-x509'],
  isNodeWide: true,
  patterns: [
    /(?:sandbox image|pause image|infra (?:container )?image|initializing source|pinging container registry|reading manifest|pull and unpack image|failed to pull image|resolve (?:image|reference)|pulling image).*(?:x509:|certificate (?:has expired|signed by|is not valid|is valid for)|tls: failed to verify)/i,
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
    run('See the clock', 'timedatectl'),
    pullPauseImage(view),
    samePods('sandbox-image-x509'),
  ],
});
