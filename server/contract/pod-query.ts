/**
 * The filter language of the pods list. One parser for the API and the browser. Pure, without zod.
 */
import type { PodRow } from './pod.ts';
import { parseTerms, type QueryTerm } from './query-terms.ts';
import { STAGE_LABEL, STAGES } from './stage.ts';

export const POD_QUERY_KEYS = [
  'stage',
  'state',
  'outcome',
  'cause',
  'ns',
  'image',
  'kind',
  'container',
] as const;
export type PodQueryKey = (typeof POD_QUERY_KEYS)[number];

export type PodQueryTerm = QueryTerm<PodQueryKey>;

const KEY_ALIAS: Readonly<Record<string, PodQueryKey>> = { namespace: 'ns' };
/** "stage:PullImage" means the same as "stage:pull". */
const STAGE_ALIAS = new Map<string, string>(STAGES.map((s) => [STAGE_LABEL[s].toLowerCase(), s]));

function toKey(word: string): PodQueryKey | null {
  return POD_QUERY_KEYS.find((key) => key === word) ?? KEY_ALIAS[word] ?? null;
}

/** The terms of a filter text; never throws, and what is not understood is a plain word. */
export function parsePodQuery(text: string): readonly PodQueryTerm[] {
  return parseTerms(text, {
    toKey,
    toValue: (key, value) => (key === 'stage' ? (STAGE_ALIAS.get(value) ?? value) : value),
  });
}

const includes = (text: string | null, value: string): boolean =>
  text?.toLowerCase().includes(value) ?? false;

function matchesWord(pod: PodRow, word: string): boolean {
  return (
    includes(`${pod.namespace}/${pod.name}`, word) ||
    includes(pod.verdict.summary, word) ||
    includes(pod.verdict.cause, word) ||
    (pod.uid?.startsWith(word) ?? false) ||
    pod.containers.some((c) => includes(c.name, word) || (c.id?.startsWith(word) ?? false))
  );
}

const MATCH: Readonly<Record<PodQueryKey, (pod: PodRow, value: string) => boolean>> = {
  stage: (pod, value) => pod.verdict.stage === value,
  state: (pod, value) => pod.verdict.state === value,
  outcome: (pod, value) => pod.verdict.outcome === value,
  cause: (pod, value) => pod.verdict.cause === value,
  ns: (pod, value) => pod.namespace.toLowerCase() === value,
  image: (pod, value) => pod.containers.some((c) => includes(c.image, value)),
  kind: (pod, value) => pod.kind === value,
  container: (pod, value) => pod.containers.some((c) => includes(c.name, value)),
};

/** Whether a pod satisfies every term. */
export function matchesPod(pod: PodRow, terms: readonly PodQueryTerm[]): boolean {
  return terms.every(({ key, values, negated }) => {
    const hit = values.some((v) => (key === null ? matchesWord(pod, v) : MATCH[key](pod, v)));
    return hit !== negated;
  });
}
