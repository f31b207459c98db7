import { podKey } from '../../server/contract/live.ts';
import { pagePaths } from '../../server/contract/paths.ts';
import type { PodRow } from '../../server/contract/pod.ts';
import { podHrefsOf } from '../data/pod-href.ts';
import { byUrgency, podState } from '../data/tone.ts';
import type { IconState } from '../ui/state-icon.tsx';
import type { NavItem } from './nav.ts';

export interface PaletteEntry {
  readonly id: string;
  readonly kind: string;
  readonly label: string;
  readonly detail: string;
  readonly state: IconState | null;
  readonly href: string;
}

/** More would be read by nobody; typing one more letter is faster. */
const MAX_ENTRIES = 40;

/** What a text can mean, best first: pages, causes, pods, containers, ids. */
export function findEntries(
  text: string,
  nav: readonly NavItem[],
  pods: readonly PodRow[],
): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (hay: string) => words.every((word) => hay.toLowerCase().includes(word));
  const sorted = pods.toSorted(byUrgency);
  const hrefOf = podHrefsOf(pods);
  const entries: PaletteEntry[] = [];
  const add = (hay: string, entry: PaletteEntry) => {
    if (entries.length < MAX_ENTRIES && holds(hay)) entries.push(entry);
  };
  for (const item of nav) {
    add(`page ${item.label}`, page(item.href, item.label));
  }
  for (const [cause, count] of countCauses(sorted)) {
    const href = pagePaths.pods(`cause:${cause}`);
    const detail = count === 1 ? '1 pod' : `${count} pods`;
    add(`cause ${cause}`, { id: href, kind: 'cause', label: cause, detail, state: null, href });
  }
  for (const pod of sorted) {
    add(`${pod.namespace}/${pod.name} ${pod.uid ?? ''}`, podEntry(pod, hrefOf(pod)));
  }
  if (words.length > 0) {
    for (const pod of sorted) {
      for (const container of pod.containers) {
        add(`${container.name} ${container.id ?? ''} ${container.image ?? ''}`, {
          id: `${podKey(pod)}/${container.name}`,
          kind: 'container',
          label: container.name,
          detail: `${pod.namespace}/${pod.name}`,
          state: container.state,
          href: containerHref(hrefOf(pod), container.name),
        });
      }
    }
  }
  return entries;
}

function page(href: string, label: string): PaletteEntry {
  return { id: href, kind: 'page', label, detail: '', state: null, href };
}

function podEntry(pod: PodRow, href: string): PaletteEntry {
  return {
    id: podKey(pod),
    kind: 'pod',
    label: `${pod.namespace}/${pod.name}`,
    detail: pod.verdict.summary,
    state: podState(pod.verdict),
    href,
  };
}

function containerHref(podHref: string, container: string): string {
  const separator = podHref.includes('?') ? '&' : '?';
  return `${podHref}${separator}container=${encodeURIComponent(container)}`;
}

function countCauses(pods: readonly PodRow[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { verdict } of pods) {
    if (verdict.cause !== null) counts.set(verdict.cause, (counts.get(verdict.cause) ?? 0) + 1);
  }
  return counts;
}
