import type { FindingList } from '../contract/finding.ts';
import type { NodeStatus } from '../contract/node-status.ts';
import type { ProbeOptions } from '../contract/probe.ts';

/** How many pod addresses there are and are given out. */
interface AddressRoom {
  readonly network: string;
  readonly used: number;
  readonly size: number;
}

/** 3 addresses: one for the probe, and one or two for pods that start meanwhile. */
const FEW_ADDRESSES = 3;
/** Below one part in twenty kubelet soon evicts pods and refuses images. */
const LITTLE_DISK_RATIO = 0.05;
/** What a probe would only prove once more. */
const CAUSES: ReadonlySet<string> = new Set([
  'runtime-hung',
  'runtime-down',
  'cni-config-missing',
  'ipam-exhausted',
  'ipam-addresses-leaked',
  'disk-full',
  'evicted-disk-pressure',
]);

/** What is said before a probe is made: the node is in trouble already, or the probe could bring it there. */
export function nodeWarnings(
  node: Pick<NodeStatus, 'runtime' | 'strip'>,
  { findings }: Pick<FindingList, 'findings'>,
  room: AddressRoom | null,
): ProbeOptions['warnings'] {
  const { state, message } = node.runtime.health;
  const isAway = state === 'hung' || state === 'down';
  const health = isAway
    ? [{ text: message ?? 'The runtime does not answer.', cause: `runtime-${state}` }]
    : [];
  const found = findings
    .filter(({ cause }) => CAUSES.has(cause) && !(isAway && cause.startsWith('runtime-')))
    .map(({ title, effect, cause }) => ({ text: `${title}. ${effect}`, cause }));
  const known = new Set(found.map(({ cause }) => cause));
  return [
    ...health,
    ...found,
    ...(known.has('ipam-exhausted') ? [] : addressWarning(room)),
    ...(known.has('disk-full') ? [] : diskWarning(node.strip)),
  ];
}

function addressWarning(room: AddressRoom | null): ProbeOptions['warnings'] {
  if (room === null || room.size - room.used > FEW_ADDRESSES) return [];
  const left = Math.max(0, room.size - room.used);
  const text = `Network ${room.network} has ${left} of ${room.size} pod addresses left, and a probe takes one for a moment.`;
  return [{ text, cause: 'ipam-exhausted' }];
}

function diskWarning(strip: NodeStatus['strip']): ProbeOptions['warnings'] {
  const disks = strip?.disks ?? [];
  const disk = disks.find(({ role }) => role === 'images') ?? disks.find(() => true);
  if (disk === undefined || disk.totalBytes <= 0) return [];
  const ratio = disk.availableBytes / disk.totalBytes;
  if (ratio >= LITTLE_DISK_RATIO) return [];
  const text = `The disk of images (${disk.path}) has ${(ratio * 100).toFixed(1)} % left: a pull may fail for that alone.`;
  return [{ text, cause: 'disk-full' }];
}
