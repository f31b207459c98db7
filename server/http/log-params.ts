import { z } from 'zod';
import { LOG_LEVELS } from '../contract/log-words.ts';
import type { LogFilter, LogQuestion } from '../logs/log-question.ts';
import { AppError } from './app-error.ts';
import { listOf, MAX_VALUE_LENGTH, parse } from './params.ts';
import { sinceParam } from './since-param.ts';

/** A page beyond this is a download. */
const MAX_LINES = 10_000;
const DEFAULT_LIMIT = 1_000;
const MAX_FIELDS = 8;

const text = z.string().min(1).max(MAX_VALUE_LENGTH);
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const lines = z
  .string()
  .regex(/^\d{1,5}$/u, 'expected a whole number')
  .transform(Number)
  .pipe(z.number().min(1).max(MAX_LINES));
const attempt = z
  .string()
  .regex(/^(?:\d{1,9}|all)$/u, 'expected a number, or "all"')
  .transform((value) => (value === 'all' ? 'all' : Number(value)));
const fields = z
  .string()
  .max(MAX_VALUE_LENGTH)
  .transform((value, context) => {
    const pairs = value.split(',').map((pair) => /^([^:]{1,128}):(.*)$/u.exec(pair));
    if (pairs.length > MAX_FIELDS || pairs.includes(null)) {
      context.addIssue(`expected at most ${MAX_FIELDS} pairs name:value, with commas between`);
      return z.NEVER;
    }
    return pairs.map((pair) => ({ path: pair?.[1] ?? '', value: pair?.[2] ?? '' }));
  });

const logParams = z.strictObject({
  attempt: attempt.optional(),
  tail: lines.optional(),
  limit: lines.default(DEFAULT_LIMIT),
  since: text.optional(),
  until: text.optional(),
  cursor: text.optional(),
  q: z.string().max(MAX_VALUE_LENGTH).optional(),
  literal: flag.default(false),
  ignoreCase: flag.default(false),
  invert: flag.default(false),
  stream: z.enum(['stdout', 'stderr']).optional(),
  level: listOf(LOG_LEVELS).optional(),
  field: fields.optional(),
  order: z.enum(['time', 'found']).default('time'),
  format: z.enum(['ndjson', 'text', 'raw']).default('ndjson'),
  uid: text.optional(),
});
type LogParams = z.infer<typeof logParams>;

const fileParams = z.strictObject({ attempt: attempt.optional(), uid: text.optional() });

/** Which file of a log is meant. */
export interface FileChoice {
  readonly attempt: number | 'own';
  readonly uid: string | null;
}

export interface LogChoice {
  readonly question: LogQuestion;
  readonly format: 'ndjson' | 'text' | 'raw';
  readonly uid: string | null;
}

function toFilter(given: LogParams): LogFilter | null {
  const { q, stream, level, field } = given;
  const pattern = q === undefined || q === '' ? null : q;
  if (pattern === null && stream === undefined && level === undefined && field === undefined) {
    return null;
  }
  return {
    pattern,
    isLiteral: given.literal,
    ignoresCase: given.ignoreCase,
    isInverted: given.invert,
    stream: stream ?? null,
    levels: level ?? null,
    fields: field ?? [],
  };
}

/** The query of GET …/logs; refuses unknown names and values, never guesses. */
export function parseLogParams(query: URLSearchParams, nowMs: number): LogChoice {
  const given = parse(logParams, query);
  const { since, until } = given;
  const question: LogQuestion = {
    attempt: given.attempt ?? 'own',
    tail: given.tail ?? null,
    limit: given.limit,
    sinceMs: since === undefined ? null : sinceParam('since', since, nowMs),
    untilMs: until === undefined ? null : sinceParam('until', until, nowMs),
    cursor: given.cursor ?? null,
    filter: toFilter(given),
    order: given.order,
  };
  return { question, format: given.format, uid: given.uid ?? null };
}

/** The query of GET …/logs/raw and …/logs/attempts. */
export function parseFileParams(query: URLSearchParams): FileChoice {
  const given = parse(fileParams, query);
  return { attempt: oneAttempt(given.attempt ?? 'own'), uid: given.uid ?? null };
}

/** Files are handed out attempt by attempt. */
export function oneAttempt(wanted: LogQuestion['attempt']): number | 'own' {
  if (wanted !== 'all') return wanted;
  throw new AppError('bad-request', '?attempt=all: one attempt at a time is handed out');
}
