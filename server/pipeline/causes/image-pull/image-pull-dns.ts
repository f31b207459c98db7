import { registryOfStop, run, samePods } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const imagePullDns = textCause({
  id: 'image-pull-dns',
  stages: ['pull'],
  title: "The registry's name cannot be resolved",
  explanation:
    'The node asked its DNS for the registry and got no address. The resolvers of the node count here, not those of the cluster; or the name is misspelt.',
  impact: '{container} cannot be created before its image is here; kubelet goes on trying.',
  confusedWith: ['image-pull-timeout', 'registry-refused', 'portforward-localhost-lookup'],
  patterns: [
    /no such host/i,
    /lookup \S+(?: on \S+)?: .*(?:i\/o timeout|server misbehaving|Try again|connection refused|network is unreachable|no answer)/i,
    /temporary failure in name resolution|server misbehaving/i,
  ],
  detail: (text) => {
    const host = quotedIn(text, /lookup ([^\s:]+)/);
    return host === null ? null : `${host} is unknown`;
  },
  nextChecks: (view) => [
    run('Resolve it on the node', `getent hosts ${registryOfStop(view).split(':')[0]}`),
    run('See the resolvers', 'cat /etc/resolv.conf'),
    samePods('image-pull-dns'),
  ],
});
