import { type FeedBatch, FeedError } from './feed.ts';
import { followJournal, type JournaldOptions, type JournalMatch } from './journalctl.ts';

export type { JournaldOptions } from './journalctl.ts';

/** The only units ever asked for; the ones of microk8s are told by their prefix. */
const UNITS: ReadonlySet<string> = new Set([
  'containerd',
  'crio',
  'kubelet',
  'k3s',
  'k3s-agent',
  'rke2-server',
  'rke2-agent',
  'k0scontroller',
  'k0sworker',
]);
const MICROK8S_UNIT = /^snap\.microk8s\.daemon-[a-z0-9-]{1,40}$/;

/** Of every boot that is kept: what ended a pod may stand before the node was started again. */
const KERNEL: JournalMatch = { argument: '_TRANSPORT=kernel', where: 'journald kernel' };

/** The unit name without ".service" when it is one of the closed list, else null. */
export function knownUnit(name: string): string | null {
  const unit = name.endsWith('.service') ? name.slice(0, -'.service'.length) : name;
  return UNITS.has(unit) || MICROK8S_UNIT.test(unit) ? unit : null;
}

function matchOf(name: string): JournalMatch {
  const unit = knownUnit(name);
  if (unit === null) throw new FeedError(`${name} is not a unit that may be read`);
  return { argument: `--unit=${unit}.service`, where: `journald ${unit}` };
}

/** Follows a unit of the closed list; ends with the signal, throws FeedError when journald cannot be read. */
export async function* followUnit(
  name: string,
  options: JournaldOptions,
): AsyncGenerator<FeedBatch> {
  yield* followJournal(matchOf(name), options);
}

/** Follows what the kernel writes; ends with the signal, throws FeedError when journald cannot be read. */
export function followKernel(options: JournaldOptions): AsyncGenerator<FeedBatch> {
  return followJournal(KERNEL, options);
}

async function hasEntry(match: JournalMatch, options: JournaldOptions): Promise<boolean> {
  const oneShot = { ...options, isOneShot: true, pastLines: 1 };
  for await (const batch of followJournal(match, oneShot)) {
    if (batch.lines.length > 0) return true;
  }
  return false;
}

/** Whether the journal holds an entry of this unit. Throws FeedError when journald cannot be asked. */
export async function hasUnit(name: string, options: JournaldOptions): Promise<boolean> {
  return hasEntry(matchOf(name), options);
}

/** Whether the journal holds lines of the kernel. Throws FeedError when journald cannot be asked. */
export function hasKernel(options: JournaldOptions): Promise<boolean> {
  return hasEntry(KERNEL, options);
}
