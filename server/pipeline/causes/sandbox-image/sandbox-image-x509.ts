import { run, samePods, shellWord } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageX509 = textCause({
  id: 'sandbox-image-x509',
  stages: ['sandbox'],
  title: "The certificate of the pause image's registry is not accepted",
  explanation:
    'The pause image stands behind every pod, and the node does not trust the certificate of its registry: unknown authority, expired, or another name.',
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  confusedWith: ['sandbox-image-network'],
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
    run('See which pause image the runtime wants', 'crictl info | grep -i -E "sandbox_?image"'),
    run('See whether it is here', 'crictl images | grep -i pause'),
    run(
      'Try the pull from this node',
      `crictl pull ${shellWord(quotedIn(view.stop?.clues[0]?.text ?? '', /(?:sandbox image|source docker:\/\/)\s*"?([^\s"]+?)"?(?::\s|$)/) ?? 'PAUSE_IMAGE')}`,
    ),
    samePods('sandbox-image-x509'),
  ],
});
