import { z } from 'zod';
import { callRowSchema } from '../contract/call.ts';
import type { CallQuestion } from '../runtime.ts';
import { AppError } from './app-error.ts';
import {
  count,
  DEFAULT_LIMIT,
  listOf,
  MAX_VALUE_LENGTH,
  parse,
  podChoice,
  toPodRef,
} from './params.ts';
import { sinceParam } from './since-param.ts';

const JOURNAL_CALLS = [
  'RunPodSandbox',
  'StopPodSandbox',
  'RemovePodSandbox',
  'PullImage',
  'CreateContainer',
  'StartContainer',
  'StopContainer',
  'RemoveContainer',
] as const;

const callListParams = z.strictObject({
  ...podChoice,
  since: z.string().max(MAX_VALUE_LENGTH).optional(),
  call: listOf(JOURNAL_CALLS).optional(),
  outcome: listOf(callRowSchema.shape.outcome.options).optional(),
  q: z.string().max(MAX_VALUE_LENGTH).default(''),
  limit: count.default(DEFAULT_LIMIT),
  cursor: z.string().min(1).max(MAX_VALUE_LENGTH).optional(),
});

/** The query of GET /calls; refuses unknown names and values, never guesses. */
export function parseCallListParams(query: URLSearchParams, nowMs: number): CallQuestion {
  const given = parse(callListParams, query);
  const { since, call, outcome, q, limit, cursor } = given;
  return {
    pod: toPodRef(given),
    sinceMs: since === undefined ? null : sinceParam('since', since, nowMs),
    calls: call ?? null,
    outcomes: outcome ?? null,
    q,
    limit,
    after: cursor === undefined ? null : fromCursor(cursor),
  };
}

function fromCursor(cursor: string): NonNullable<CallQuestion['after']> {
  const found = /^(\d{1,16}) (.+)$/u.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (found === null) throw new AppError('bad-request', '?cursor= is not one of ours');
  return { atMs: Number(found[1]), id: found[2] ?? '' };
}
