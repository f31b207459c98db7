import { z } from 'zod';
import type { PodQueryTerm } from '../contract/pod-query.ts';
import { OUTCOMES, STAGE_STATES, STAGES } from '../contract/stage.ts';
import type { PodRef, StackWish } from '../runtime.ts';
import { AppError } from './app-error.ts';

/** A filter is typed by hand or comes in a link; longer values are a mistake. */
export const MAX_VALUE_LENGTH = 512;
/** Rows of one answer unless asked otherwise, and at most. */
export const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 5_000;

/** A comma-separated list whose every word is one of `words`. */
export function listOf<const T extends string>(
  words: readonly T[],
): z.ZodType<readonly T[], string> {
  return z.string().transform((text, context) => {
    const values: T[] = [];
    for (const value of text.split(',')) {
      const known = words.find((word) => word === value);
      if (known === undefined) {
        context.addIssue(`"${value.slice(0, 64)}" is not one of ${words.join(', ')}`);
        return z.NEVER;
      }
      values.push(known);
    }
    return values;
  });
}

const text = z.string().min(1).max(MAX_VALUE_LENGTH);
const words = text.transform((value): readonly string[] => value.toLowerCase().split(','));
/** How many rows a page may have. */
export const count = z
  .string()
  .regex(/^\d{1,6}$/, 'expected a whole number')
  .transform(Number)
  .pipe(z.number().min(1).max(MAX_LIMIT));

const podListParams = z.strictObject({
  stage: listOf(STAGES).optional(),
  state: listOf(STAGE_STATES).optional(),
  outcome: listOf(OUTCOMES).optional(),
  cause: words.optional(),
  namespace: words.optional(),
  image: words.optional(),
  q: z.string().max(MAX_VALUE_LENGTH).optional(),
  limit: count.default(DEFAULT_LIMIT),
  cursor: text.optional(),
});

const podParams = z.strictObject({ uid: text.optional() });
/** One pod, by name and where needed by uid. */
export const podChoice = {
  pod: text.regex(/^[^/]+\/[^/]+$/, 'expected namespace/name').optional(),
  uid: text.optional(),
};
const eventsParams = z.strictObject(podChoice);
const reportParams = z.strictObject({
  ...podChoice,
  format: z.enum(['markdown', 'json']).default('markdown'),
});
const captureParams = z.strictObject({
  stacks: z.enum(['none', 'kernel', 'runtime']).default('none'),
});
const noParams = z.strictObject({});

type PodListParams = z.infer<typeof podListParams>;

/** A query as the schema has it; refuses what stands twice, what is unknown and what does not fit. */
export function parse<T>(schema: z.ZodType<T, unknown>, query: URLSearchParams): T {
  const given: Record<string, string> = {};
  for (const [name, value] of query) {
    if (Object.hasOwn(given, name))
      throw new AppError('bad-request', `?${name.slice(0, 64)}= stands twice`);
    given[name] = value;
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new AppError('bad-request', result.error.issues.map(toSentence).join('; '));
}

function toSentence(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `there is no parameter ${issue.keys.map((key) => `"${key.slice(0, 64)}"`).join(', ')}`;
  }
  return `?${issue.path.join('.')}=: ${issue.message}`;
}

/** The query of GET /pods; refuses unknown names and values, never guesses. */
export function parsePodListParams(query: URLSearchParams): PodListParams {
  return parse(podListParams, query);
}

/** The parameters that filter, as terms of the filter language. */
export function toPodQueryTerms(params: PodListParams): readonly PodQueryTerm[] {
  const terms = [
    ['stage', params.stage],
    ['state', params.state],
    ['outcome', params.outcome],
    ['cause', params.cause],
    ['ns', params.namespace],
    ['image', params.image],
  ] as const;
  return terms.flatMap(([key, values]) =>
    values === undefined ? [] : [{ key, values, negated: false }],
  );
}

/** The query of GET /pods/{namespace}/{name}. */
export function parsePodParams(query: URLSearchParams): { readonly uid: string | null } {
  return { uid: parse(podParams, query).uid ?? null };
}

/** The query of GET /events. */
export function parseEventsParams(query: URLSearchParams): PodRef | null {
  return toPodRef(parse(eventsParams, query));
}

/** The query of GET /report. */
export function parseReportParams(query: URLSearchParams): {
  readonly pod: PodRef | null;
  readonly format: 'markdown' | 'json';
} {
  const given = parse(reportParams, query);
  return { pod: toPodRef(given), format: given.format };
}

/** The query of GET /capture. */
export function parseCaptureParams(query: URLSearchParams): { readonly stacks: StackWish } {
  return parse(captureParams, query);
}

/** The pod that `podChoice` names, null for none. */
export function toPodRef(given: {
  pod?: string | undefined;
  uid?: string | undefined;
}): PodRef | null {
  const [namespace, name] = given.pod?.split('/') ?? [];
  if (namespace === undefined || name === undefined) {
    if (given.uid !== undefined) {
      throw new AppError('bad-request', '?uid= needs ?pod=namespace/name');
    }
    return null;
  }
  return { namespace, name, uid: given.uid ?? null };
}

/** For paths that take no query. */
export function refuseParams(query: URLSearchParams): void {
  parse(noParams, query);
}
