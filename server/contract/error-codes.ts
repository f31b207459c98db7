import type { ConfigProblem } from './cri-config.ts';

/** One table for both sides: what a code means over HTTP, and the sentence a person reads. */
export const ERROR_CODES = {
  'bad-request': { status: 400, retryable: false, sentence: 'The request is not understood.' },
  unauthorized: {
    status: 401,
    retryable: false,
    sentence: 'Log in with a token of this node first.',
  },
  forbidden: { status: 403, retryable: false, sentence: 'Your role does not allow this.' },
  'feature-disabled': {
    status: 403,
    retryable: false,
    sentence: 'This is switched off on this node.',
  },
  'not-found': {
    status: 404,
    retryable: false,
    sentence: 'There is no such thing on this node now.',
  },
  'log-refused': {
    status: 403,
    retryable: false,
    sentence: 'This log is not opened: it is no plain file where logs belong.',
  },
  'log-unreadable': {
    status: 500,
    retryable: true,
    sentence: 'The log is there and cannot be read.',
  },
  conflict: {
    status: 409,
    retryable: false,
    sentence: 'As things are on this node now, this is not done.',
  },
  'method-not-allowed': {
    status: 405,
    retryable: false,
    sentence: 'This address does not take that method.',
  },
  'payload-too-large': { status: 413, retryable: false, sentence: 'The request is too large.' },
  'misdirected-request': {
    status: 421,
    retryable: false,
    sentence: 'This host name is not allowed here.',
  },
  'too-many-requests': {
    status: 429,
    retryable: true,
    sentence: 'Too many at once; try again shortly.',
  },
  internal: {
    status: 500,
    retryable: false,
    sentence: 'Something failed in cri-triage itself; its log says what.',
  },
  'runtime-refused': {
    status: 502,
    retryable: false,
    sentence: 'The container runtime refused this.',
  },
  'runtime-unavailable': {
    status: 503,
    retryable: true,
    sentence: 'The container runtime does not answer.',
  },
  'renderer-unavailable': {
    status: 503,
    retryable: true,
    sentence: 'The page renderer is not running; the API still answers.',
  },
} as const;
export type ErrorCode = keyof typeof ERROR_CODES;

/** application/problem+json as the API answers it. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly code: ErrorCode;
  readonly detail: string;
  /** Every wrong place of a configuration, where that is what was refused. */
  readonly problems?: readonly ConfigProblem[];
}
