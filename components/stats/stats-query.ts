import { parseTerms, type QueryTerm } from '../../server/contract/query-terms.ts';
import type { ContainerStats } from '../../server/contract/stats.ts';
import { numberOf } from './stat-words.ts';

const KEYS = ['ns', 'pod', 'container', 'id'] as const;
type Key = (typeof KEYS)[number];

/** The terms of a filter text, as on the other lists. */
export function parseStatsQuery(text: string): readonly QueryTerm<Key>[] {
  const toKey = (word: string) =>
    KEYS.find((key) => key === word) ?? (word === 'namespace' ? 'ns' : null);
  return parseTerms(text, { toKey });
}

const includes = (text: string, value: string) => text.toLowerCase().includes(value);

const MATCH: Readonly<Record<Key, (row: ContainerStats, value: string) => boolean>> = {
  ns: (row, value) => row.namespace.toLowerCase() === value,
  pod: (row, value) => includes(`${row.namespace}/${row.pod}`, value),
  container: (row, value) => includes(row.container, value),
  id: (row, value) => row.containerId.startsWith(value),
};

function matchesWord(row: ContainerStats, word: string): boolean {
  return MATCH.pod(row, word) || MATCH.container(row, word) || MATCH.id(row, word);
}

export function matchesStats(row: ContainerStats, terms: readonly QueryTerm<Key>[]): boolean {
  return terms.every(({ key, values, negated }) => {
    const hit = values.some((v) => (key === null ? matchesWord(row, v) : MATCH[key](row, v)));
    return hit !== negated;
  });
}

/** A share of a limit, null where there is none or nothing is measured. */
export function shareOf(value: number | null, limit: number | null): number | null {
  return value === null || limit === null || limit <= 0 ? null : value / limit;
}

export const cpuOf = ({ latest }: ContainerStats) => numberOf(latest?.cpuCores);
export const memoryOf = ({ latest }: ContainerStats) => numberOf(latest?.memoryWorkingSetBytes);

const FIGURE = {
  cpu: cpuOf,
  memory: memoryOf,
  'cpu-limit': (row: ContainerStats) => shareOf(cpuOf(row), row.cpuLimitCores),
  'memory-limit': (row: ContainerStats) => shareOf(memoryOf(row), row.memoryLimitBytes),
  throttled: ({ latest }: ContainerStats) => numberOf(latest?.cpuThrottledRatio),
  received: ({ latest }: ContainerStats) => numberOf(latest?.receivedBytesPerSecond),
  sent: ({ latest }: ContainerStats) => numberOf(latest?.sentBytesPerSecond),
  processes: ({ latest }: ContainerStats) => numberOf(latest?.processes),
  oom: ({ latest }: ContainerStats) => numberOf(latest?.oomKills),
} as const;
export type StatsSort = keyof typeof FIGURE | 'name';

/** The order that the address asks for; CPU where it asks for none. */
export function toStatsSort(text: string | null): StatsSort {
  if (text === 'name') return text;
  const known = Object.keys(FIGURE).find((key) => key === text);
  return (known as keyof typeof FIGURE | undefined) ?? 'cpu';
}

const nameOf = (row: ContainerStats) => `${row.namespace}/${row.pod}/${row.container}`;

/** Highest first, what is not measured last; equal ones by name. */
export function sortStats(
  rows: readonly ContainerStats[],
  sort: StatsSort,
): readonly ContainerStats[] {
  const byName = (a: ContainerStats, b: ContainerStats) =>
    nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0;
  if (sort === 'name') return rows.toSorted(byName);
  const figure = FIGURE[sort];
  const value = (row: ContainerStats) => figure(row) ?? -1;
  return rows.toSorted((a, b) => value(b) - value(a) || byName(a, b));
}
