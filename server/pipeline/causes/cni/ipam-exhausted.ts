import { run, samePods } from '../../next-checks.ts';
import { quotedIn } from '../../status-words.ts';
import { textCause } from '../../text-cause.ts';

export const ipamExhausted = textCause({
  id: 'ipam-exhausted',
  stages: ['sandbox'],
  title: 'The address range of this node is used up',
  explanation:
    'The IPAM plugin has no free address left in the range that this node gives to pods. Either more pods than addresses, or addresses of dead pods that were never given back.',
  impact: 'No container of the pod can be made before its sandbox stands; kubelet goes on trying.',
  confusedWith: ['ipam-addresses-leaked', 'cloud-ipam-no-address', 'ipam-duplicate-allocation'],
  isNodeWide: true,
  patterns: [
    /no (?:more )?(?:free |available )?IPs? ?(?:addresses)? (?:are )?(?:available|left)/i,
    /no (?:(?:more|free|available|unused) )+(?:IPv?[46]? ?)?(?:addresses|address|IPs?)\b/i,
    /assigned 0 out of \d+ requested IPv[46] addresses/i,
    /NoAvailable(?:Address|IP)/i,
    /no IP addresses available/i,
    /(?:range|pool|subnet|ipam\S*|CIDR)\b[^:]{0,60}(?:is full|is exhausted|exhausted|out of (?:ip )?addresses)/i,
    /no more free affine blocks|IPAM limit reached/i,
    /no available (?:IP )?addresses?|addresses? exhausted/i,
    /could not allocate IP in range/i,
  ],
  except: [
    /InsufficientFreeAddresses|failed to assign an IP address to container/i,
    /duplicate allocation/i,
  ],
  detail: (text) =>
    quotedIn(text, /((?:no IP addresses available|No more IPs available|range is full)[^"]*)/i),
  nextChecks: () => [
    run(
      'Count the addresses given out (host-local)',
      'ls /var/lib/cni/networks/*/ | grep -cE "^[0-9a-f.:]+$"',
    ),
    run('Count the pods that have one', 'crictl pods --state ready -q | wc -l'),
    run('See the range', 'grep -hE "subnet|range" /etc/cni/net.d/*'),
    run(
      'See since when addresses are held, against the boot',
      'ls -l --time-style=long-iso /var/lib/cni/networks/*/ | head; uptime -s',
    ),
    samePods('ipam-exhausted'),
  ],
});
