/** The filter language of the calls list. One parser for the API and the browser. Pure, without zod. */
import type { CallRow } from './call.ts';
import { parseTerms, type QueryTerm } from './query-terms.ts';
import { STAGE_LABEL, STAGES } from './stage.ts';

export const CALL_QUERY_KEYS = [
  'call',
  'outcome',
  'ns',
  'pod',
  'container',
  'image',
  'cause',
  'id',
] as const;
export type CallQueryKey = (typeof CALL_QUERY_KEYS)[number];
export type CallQueryTerm = QueryTerm<CallQueryKey>;

const KEY_ALIAS: Readonly<Record<string, CallQueryKey>> = { namespace: 'ns', stage: 'call' };
/** "call:pull" means the same as "call:PullImage". */
const CALL_ALIAS = new Map<string, string>(STAGES.map((s) => [s, STAGE_LABEL[s].toLowerCase()]));

function toKey(word: string): CallQueryKey | null {
  return CALL_QUERY_KEYS.find((key) => key === word) ?? KEY_ALIAS[word] ?? null;
}

/** The terms of a filter text; never throws, and what is not understood is a plain word. */
export function parseCallQuery(text: string): readonly CallQueryTerm[] {
  return parseTerms(text, {
    toKey,
    toValue: (key, value) => (key === 'call' ? (CALL_ALIAS.get(value) ?? value) : value),
  });
}

const includes = (text: string | null, value: string): boolean =>
  text?.toLowerCase().includes(value) ?? false;
const equals = (text: string | null, value: string): boolean => text?.toLowerCase() === value;

function hasId({ sandboxId, containerId, uid }: CallRow, value: string): boolean {
  return [sandboxId, containerId, uid].some((id) => id?.startsWith(value) ?? false);
}

/** "shop/web" names the namespace too. */
function isOfPod({ namespace, pod }: CallRow, value: string): boolean {
  return value.includes('/') ? equals(`${namespace}/${pod}`, value) : includes(pod, value);
}

function matchesWord(call: CallRow, word: string): boolean {
  return (
    includes(`${call.namespace}/${call.pod}`, word) ||
    [call.call, call.container, call.imageRef, call.error, call.cause].some((text) =>
      includes(text, word),
    ) ||
    hasId(call, word)
  );
}

const MATCH: Readonly<Record<CallQueryKey, (call: CallRow, value: string) => boolean>> = {
  call: ({ call }, value) => equals(call, value),
  outcome: ({ outcome }, value) => outcome === value,
  ns: ({ namespace }, value) => equals(namespace, value),
  pod: isOfPod,
  container: ({ container }, value) => includes(container, value),
  image: ({ imageRef }, value) => includes(imageRef, value),
  cause: ({ cause }, value) => cause === value,
  id: hasId,
};

/** Whether a call satisfies every term. */
export function matchesCall(call: CallRow, terms: readonly CallQueryTerm[]): boolean {
  return terms.every(({ key, values, negated }) => {
    const hit = values.some((v) => (key === null ? matchesWord(call, v) : MATCH[key](call, v)));
    return hit !== negated;
  });
}
