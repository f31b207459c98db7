/**
 * The shape of our filter languages: words, and `key:value[,value]` terms, all of which must hold; a leading "-" turns
 * a term round. Pure, without zod: browser and API read the same text in the same way.
 */
export interface QueryTerm<Key extends string> {
  /** Null for a plain word. */
  readonly key: Key | null;
  /** Lower case; one of them must match. */
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** Longer filters are cut: a filter is typed by hand, and each term costs a pass over the rows. */
const MAX_QUERY_LENGTH = 512;
const MAX_TERMS = 16;

export interface QueryLanguage<Key extends string> {
  /** The key that a word before a colon names, null where it is no key. */
  readonly toKey: (word: string) => Key | null;
  /** One value of a term, in lower case, as it is to be compared. */
  readonly toValue?: (key: Key, value: string) => string;
}

function parseTerm<Key extends string>(
  token: string,
  { toKey, toValue }: QueryLanguage<Key>,
): QueryTerm<Key> | null {
  const negated = token.length > 1 && token.startsWith('-');
  const text = negated ? token.slice(1) : token;
  const colon = text.indexOf(':');
  const key = colon > 0 ? toKey(text.slice(0, colon)) : null;
  if (key === null) return { key: null, values: [text], negated };
  const values = text
    .slice(colon + 1)
    .split(',')
    .filter((value) => value !== '')
    .map((value) => toValue?.(key, value) ?? value);
  // "stage:" is a term half typed: it filters nothing yet.
  return values.length === 0 ? null : { key, values, negated };
}

/** The terms of a filter text; never throws, and what is not understood is a plain word. */
export function parseTerms<Key extends string>(
  text: string,
  language: QueryLanguage<Key>,
): readonly QueryTerm<Key>[] {
  const tokens = text.slice(0, MAX_QUERY_LENGTH).toLowerCase().split(/\s+/);
  const terms: QueryTerm<Key>[] = [];
  for (const token of tokens) {
    const term = token === '' ? null : parseTerm(token, language);
    if (term !== null && terms.length < MAX_TERMS) terms.push(term);
  }
  return terms;
}
