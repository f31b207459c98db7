import type { IpReservation } from '../../../contract/host-facts.ts';
import { quote } from '../../evidence.ts';
import { run } from '../../next-checks.ts';
import type { NodeCause } from '../../node-cause.ts';
import { iso } from '../../time.ts';

/** 5: fewer do no harm in a range of any size, and a teardown that is under way holds one or two. */
const MIN_LEAKED = 5;
/** 20: a node whose range is a /24 feels it; below that it is told softly. */
const WARN_LEAKED = 20;
/** 10 min: an address is written before its sandbox is in the list; no RunPodSandbox takes so long. */
const SETTLED_MS = 600_000;
const MAX_EVIDENCE = 3;

function quoteReservation({ network, ip, containerId, createdAtMs }: IpReservation) {
  const where = `/var/lib/cni/networks/${network}/${ip}`;
  return quote('host', where, createdAtMs, `held for sandbox ${containerId ?? ''}, not listed`);
}

/** Addresses of host-local that are held for sandboxes nobody lists any more, as after a reboot. */
export const ipamAddressesLeaked: NodeCause = {
  id: 'ipam-addresses-leaked',
  title: 'Addresses are held for pods that are gone',
  effect:
    'The range of this node grows smaller; when it is used up no pod with a network of its own starts.',
  nextChecks: [
    run('Count the addresses given out', 'ls /var/lib/cni/networks/*/ | grep -cE "^[0-9a-f.:]+$"'),
    run('Count the sandboxes', 'crictl pods -q | wc -l'),
    run(
      'See since when they are held, against the boot',
      'ls -l --time-style=long-iso /var/lib/cni/networks/*/ | head; uptime -s',
    ),
  ],
  match({ host, sandboxes, takenAtMs }) {
    if (!host.ipReservations.available) return { result: 'blind', needs: ['host'] };
    if (!sandboxes.available) return { result: 'blind', needs: ['cri'] };
    const listed = new Set(sandboxes.value.map((item) => item.id));
    const leaked = host.ipReservations.value.filter(
      ({ containerId, createdAtMs }) =>
        containerId !== null &&
        !listed.has(containerId) &&
        createdAtMs !== null &&
        takenAtMs - createdAtMs > SETTLED_MS,
    );
    if (leaked.length < MIN_LEAKED) return { result: 'clear' };
    const bootedAtMs = host.boot.available ? host.boot.value.bootedAtMs : null;
    const older = leaked.filter((item) => (item.createdAtMs ?? 0) < (bootedAtMs ?? 0)).length;
    const sinceBoot =
      older === 0 ? '' : `, ${older} of them since before the boot at ${iso(bootedAtMs)}`;
    return {
      result: 'matched',
      severity: leaked.length < WARN_LEAKED ? 'info' : 'warning',
      detail: `${leaked.length} addresses${sinceBoot}`,
      sinceMs: Math.min(...leaked.map((item) => item.createdAtMs ?? takenAtMs)),
      evidence: leaked.slice(0, MAX_EVIDENCE).map(quoteReservation),
    };
  },
};
