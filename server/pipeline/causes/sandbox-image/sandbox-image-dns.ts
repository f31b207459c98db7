import { pullPauseImage, wantedPauseImage } from '../../error-checks.ts';
import { run, samePods } from '../../next-checks.ts';
import { addressIn, quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const sandboxImageDns = textCause({
  id: 'sandbox-image-dns',
  stages: ['sandbox'],
  title: "The name of the pause image's registry cannot be resolved",
  explanation:
    'Every pod needs the pause image, and this node cannot resolve the name of its registry. The DNS of the node (not of the cluster) is at fault, or the name is meant for another network.',
  impact: 'No sandbox, and so no new pod on this node, until the pause image is here.',
  confusedWith: ['sandbox-image-network'],
  isNodeWide: true,
  patterns: [
    /(?:sandbox image|pause image|infra (?:container )?image|initializing source|pinging container registry|reading manifest|pull and unpack image|failed to pull image|resolve (?:image|reference)|pulling image).*(?:no such host|lookup \S+(?: on \S+)?: (?:Try again|server misbehaving|.*i\/o timeout|.*connection refused)|temporary failure in name resolution|server misbehaving)/i,
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
    run(
      'See the resolvers of the node',
      'cat /etc/resolv.conf; resolvectl status 2>/dev/null | head -20',
    ),
    pullPauseImage(view),
    samePods('sandbox-image-dns'),
  ],
});
