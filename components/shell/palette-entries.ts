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

/** What a text can mean: pages and causes, pods what needs a person first, containers; names that begin so come first. */
export function findEntries(
  text: string,
  nav: readonly NavItem[],
  pods: readonly PodRow[],
): readonly PaletteEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const sorted = pods.toSorted(byUrgency);
  const candidates = [
    ...nav.map((item) => page(item.href, item.label)),
    ...causes(sorted),
    ...podsAndContainers(sorted, words.length > 0),
  ];
  const fitting = candidates.filter(({ hay }) => words.every((word) => hay.includes(word)));
  const beginsSo = ({ label }: Candidate) => words.some((word) => nameOf(label).startsWith(word));
  return [...fitting.filter(beginsSo), ...fitting.filter((entry) => !beginsSo(entry))].slice(
    0,
    MAX_ENTRIES,
  );
}

interface Candidate extends PaletteEntry {
  /** What the words are looked for in, lower case. */
  readonly hay: string;
}

/** The name without its namespace. */
const nameOf = (label: string): string => label.slice(label.indexOf('/') + 1).toLowerCase();

function page(href: string, label: string): Candidate {
  const hay = `page ${label}`.toLowerCase();
  return { id: href, kind: 'page', label, detail: '', state: null, href, hay };
}

function causes(pods: readonly PodRow[]): readonly Candidate[] {
  const counts = new Map<string, number>();
  for (const { verdict } of pods) {
    if (verdict.cause !== null) counts.set(verdict.cause, (counts.get(verdict.cause) ?? 0) + 1);
  }
  return [...counts].map(([cause, count]) => ({
    id: cause,
    kind: 'cause',
    label: cause,
    detail: count === 1 ? '1 pod' : `${count} pods`,
    state: null,
    href: pagePaths.pods(`cause:${cause}`),
    hay: `cause ${cause}`,
  }));
}

function podsAndContainers(pods: readonly PodRow[], withContainers: boolean): readonly Candidate[] {
  const hrefOf = podHrefsOf(pods);
  const rows = pods.map((pod) => podEntry(pod, hrefOf(pod)));
  if (!withContainers) return rows;
  return [...rows, ...pods.flatMap((pod) => containerEntries(pod, hrefOf(pod)))];
}

function podEntry(pod: PodRow, href: string): Candidate {
  const label = `${pod.namespace}/${pod.name}`;
  return {
    id: podKey(pod),
    kind: 'pod',
    label,
    detail: pod.verdict.summary,
    state: podState(pod.verdict),
    href,
    hay: `${label} ${pod.uid ?? ''}`.toLowerCase(),
  };
}

function containerEntries(pod: PodRow, podHref: string): readonly Candidate[] {
  const separator = podHref.includes('?') ? '&' : '?';
  return pod.containers.map((container) => ({
    id: `${podKey(pod)}/${container.name}`,
    kind: 'container',
    label: container.name,
    detail: `${pod.namespace}/${pod.name}`,
    state: container.state,
    href: `${podHref}${separator}container=${encodeURIComponent(container.name)}`,
    hay: `${container.name} ${container.id ?? ''} ${container.image ?? ''}`.toLowerCase(),
  }));
}
