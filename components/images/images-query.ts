import type { ImageRow } from '../../server/contract/image-list.ts';
import { parseTerms, type QueryTerm } from '../../server/contract/query-terms.ts';

const KEYS = ['ns', 'pod', 'id', 'is'] as const;
type Key = (typeof KEYS)[number];

export const IMAGE_SORTS = ['size', 'name', 'used'] as const;
export type ImageSort = (typeof IMAGE_SORTS)[number];

/** The terms of a filter text, as on the other lists. */
export function parseImageQuery(text: string): readonly QueryTerm<Key>[] {
  const toKey = (word: string) =>
    KEYS.find((key) => key === word) ?? (word === 'namespace' ? 'ns' : null);
  return parseTerms(text, { toKey });
}

const includes = (text: string, value: string) => text.toLowerCase().includes(value);

const MATCH: Readonly<Record<Key, (row: ImageRow, value: string) => boolean>> = {
  ns: (row, value) => row.users.some((user) => user.namespace.toLowerCase() === value),
  pod: (row, value) => row.users.some((user) => includes(`${user.namespace}/${user.pod}`, value)),
  id: (row, value) => row.id.replace('sha256:', '').startsWith(value.replace('sha256:', '')),
  is: (row, value) =>
    ({ used: row.users.length > 0, unused: row.neededBecause === null, pinned: row.pinned })[
      value
    ] ?? false,
};

function matchesWord(row: ImageRow, word: string): boolean {
  return [...row.tags, ...row.digests, row.id].some((name) => includes(name, word));
}

/** Whether an image fits all terms. */
export function matchesImage(row: ImageRow, terms: readonly QueryTerm<Key>[]): boolean {
  return terms.every(({ key, values, negated }) => {
    const fits = values.some((value) =>
      key === null ? matchesWord(row, value) : MATCH[key](row, value),
    );
    return fits !== negated;
  });
}

/** The order that the address asks for; the largest first unless told. */
export function toImageSort(text: string | null): ImageSort {
  return IMAGE_SORTS.find((sort) => sort === text) ?? 'size';
}

/** Its first name; where it has none, a digest, then its id. */
export function nameOf({ tags, digests, id }: ImageRow): string {
  return tags[0] ?? digests[0] ?? id;
}

const byName = (a: ImageRow, b: ImageRow) => nameOf(a).localeCompare(nameOf(b));
const ORDER: Readonly<Record<ImageSort, (a: ImageRow, b: ImageRow) => number>> = {
  size: (a, b) => b.sizeBytes - a.sizeBytes || byName(a, b),
  name: byName,
  used: (a, b) => b.users.length - a.users.length || b.sizeBytes - a.sizeBytes || byName(a, b),
};

export function sortImages(rows: readonly ImageRow[], sort: ImageSort): readonly ImageRow[] {
  return rows.toSorted(ORDER[sort]);
}
